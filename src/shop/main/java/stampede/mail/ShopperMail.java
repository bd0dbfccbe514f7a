package stampede.mail;

import java.time.Instant;
import stampede.account.AccountId;

/** Writes to accounts by mail. */
public interface ShopperMail {

    /** Whether this shop has a server for mail. */
    boolean isSetUp();

    /** Whether the account has an address that it has confirmed. */
    boolean isConfirmed(AccountId account);

    /**
     * Has a mail sent to the account's confirmed address, in the account's language. It is a task, which is tried again while the server is
     * away: inside a transaction it is sent if that commits. A crash may have it sent twice.
     *
     * @return false, and nothing is sent, if there is no confirmed address or no server for mail
     */
    boolean send(AccountId to, MailText text);

    /** The same of what is of no use later: it is not sent after this time. */
    boolean send(AccountId to, MailText text, Instant until);
}
