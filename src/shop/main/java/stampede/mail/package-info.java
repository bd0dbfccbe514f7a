/**
 * Mail to shoppers, at an address that its owner has confirmed by a link.
 *
 * <p>{@link stampede.mail.ShopperMail} is for whoever has something to say to an account: {@code send(account, text)} has it sent in the background,
 * in the account's language, and answers false if there is no confirmed address. {@link stampede.mail.MailAddresses} is for pages on which the
 * address is set. No address is in a log, in a task or in an answer to somebody else.
 */
@ApplicationModule(
        allowedDependencies = {"account", "audit", "ratelimit", "refusal", "signing", "site", "staff", "task"})
@NullMarked
package stampede.mail;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
