package stampede.mail;

import java.util.Optional;
import org.springframework.stereotype.Service;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.account.AccountId;
import stampede.account.Accounts;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.account.Username;
import stampede.ratelimit.ClientAddress;
import stampede.staff.OneTimeLinks;
import stampede.task.Tasks;

/**
 * Sends shoppers a link with which they set a new password. Whoever asks is always told the same, and as quickly: whether there is such an account
 * and whether it has an address is looked up by a task. Staff ask an administrator.
 */
@Service
public class ForgottenPasswords {

    private final Accounts accounts;
    private final MailRepository rows;
    private final MailServer server;
    private final MailRateLimiter limiter;
    private final OneTimeLinks links;
    private final Tasks tasks;
    private final TransactionTemplate transaction;

    ForgottenPasswords(
            Accounts accounts,
            MailRepository rows,
            MailServer server,
            MailRateLimiter limiter,
            OneTimeLinks links,
            Tasks tasks,
            TransactionTemplate transaction) {
        this.accounts = accounts;
        this.rows = rows;
        this.server = server;
        this.limiter = limiter;
        this.links = links;
        this.tasks = tasks;
        this.transaction = transaction;
    }

    /**
     * Has a link sent to the confirmed address of the account of this name, if there is one.
     *
     * @param username as it was typed
     * @param address where the request came from
     * @throws MailRefused if the shop has no server for mail, or if too many were asked for by this network or for this name
     */
    public void ask(String username, String address) {
        if (!server.isSetUp()) {
            throw new MailRefused(MailRefusal.MAIL_NOT_SET_UP);
        }
        var name = Username.read(username);
        limiter.admitPassword(name, ClientAddress.network(address));
        name.ifPresent(known -> tasks.send(new SendPasswordLink(known.value())));
    }

    /** A new link for a shopper who has an address, in place of one made before. */
    Optional<PasswordLink> linkOf(String username) {
        return accounts.find(username)
                .filter(account -> account.role() == Role.SHOPPER)
                .map(SignedIn::id)
                .filter(account ->
                        rows.find(account).flatMap(MailRepository.Row::address).isPresent())
                .map(account ->
                        new PasswordLink(account, "/welcome/" + transaction.execute(status -> links.make(account))));
    }

    /**
     * Where somebody sets a password.
     *
     * @param account whose
     * @param path ends in a secret
     */
    record PasswordLink(AccountId account, String path) {

        /** Without the secret. */
        @Override
        public String toString() {
            return "PasswordLink[" + account + "]";
        }
    }
}
