package stampede.mail;

import java.time.Clock;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Service;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.account.AccountDeleted;
import stampede.account.AccountId;
import stampede.account.SignedIn;
import stampede.audit.SecurityEvent;
import stampede.audit.SecurityEvents;
import stampede.site.Language;
import stampede.task.SendOption;
import stampede.task.Tasks;

/**
 * The mail addresses of accounts. Several accounts may have the same one, so that nothing here tells whether an address is known; each of them has
 * confirmed it by a link of its own.
 */
@Service
public class MailAddresses implements ShopperMail {

    private final MailRepository rows;
    private final MailLinks links;
    private final MailServer server;
    private final MailRateLimiter limiter;
    private final Tasks tasks;
    private final SecurityEvents events;
    private final TransactionTemplate transaction;
    private final Clock clock;

    MailAddresses(
            MailRepository rows,
            MailLinks links,
            MailServer server,
            MailRateLimiter limiter,
            Tasks tasks,
            SecurityEvents events,
            TransactionTemplate transaction,
            Clock clock) {
        this.rows = rows;
        this.links = links;
        this.server = server;
        this.limiter = limiter;
        this.tasks = tasks;
        this.events = events;
        this.transaction = transaction;
        this.clock = clock;
    }

    /** What the owner of an account sees of its mail. */
    public MailState state(AccountId account) {
        var row = rows.find(account);
        return new MailState(
                server.isSetUp(),
                row.flatMap(MailRepository.Row::address),
                row.flatMap(MailRepository.Row::wanted)
                        .filter(wanted -> wanted.untilMs() > clock.millis())
                        .map(MailRepository.Wanted::address));
    }

    /**
     * Sends a link to an address, which becomes the account's once that is opened; until then the one before stays, and is told.
     *
     * @param language in which the account is written to from now on
     * @throws MailRefused if it is no address, if too many were asked for, or if the shop has no server for mail
     */
    public void want(SignedIn account, String address, Locale language) {
        if (!server.isSetUp()) {
            throw new MailRefused(MailRefusal.MAIL_NOT_SET_UP);
        }
        var wanted = new MailAddress(address);
        limiter.admit(account.id(), wanted);
        var until = clock.instant().plus(limiter.linkLifetime());
        transaction.executeWithoutResult(status -> {
            rows.want(
                    account.id(),
                    Language.of(language).tag(),
                    wanted.value(),
                    MailLinks.newNonce(),
                    until.toEpochMilli());
            var id = account.id().toString();
            tasks.send(
                    isConfirmed(account.id()) ? new WarnMailAddress(id) : new ConfirmMailAddress(id),
                    SendOption.expires(until));
        });
    }

    /** Whether a link would confirm an address of this account now. Looking does not use it up: programs look at links before people do. */
    public boolean isGood(AccountId account, String token) {
        return wanted(account, token).isPresent();
    }

    /**
     * The address that the link was sent to is the account's from now on.
     *
     * @throws MailRefused if the link is not good for this account
     */
    public void confirm(SignedIn account, String token) {
        var isConfirmed = wanted(account.id(), token)
                .filter(wanted -> rows.confirm(account.id(), wanted.nonce(), clock.millis()))
                .isPresent();
        if (!isConfirmed) {
            throw new MailRefused(MailRefusal.MAIL_LINK_NOT_GOOD);
        }
        events.write(SecurityEvent.MAIL_CONFIRMED, account.username(), Map.of("account", account.id()));
    }

    private Optional<MailRepository.Wanted> wanted(AccountId account, String token) {
        return rows.find(account)
                .flatMap(MailRepository.Row::wanted)
                .filter(wanted -> wanted.untilMs() > clock.millis() && links.isOf(token, account, wanted));
    }

    /** Forgets the account's address, and one that waits to be confirmed. */
    public void remove(SignedIn account) {
        if (rows.remove(account.id())) {
            events.write(SecurityEvent.MAIL_REMOVED, account.username(), Map.of("account", account.id()));
        }
    }

    /** The language in which the account is written to. */
    public void setLanguage(AccountId account, Locale language) {
        rows.setLanguage(account, Language.of(language).tag());
    }

    /** The language in which the account is written to, such as {@code zh}; empty if it never chose one. */
    public Optional<String> language(AccountId account) {
        return rows.find(account).map(MailRepository.Row::language);
    }

    @Override
    public boolean isSetUp() {
        return server.isSetUp();
    }

    @Override
    public boolean isConfirmed(AccountId account) {
        return rows.find(account).flatMap(MailRepository.Row::address).isPresent();
    }

    @Override
    public boolean send(AccountId to, MailText text) {
        return send(to, text, new SendOption[0]);
    }

    @Override
    public boolean send(AccountId to, MailText text, Instant until) {
        return send(to, text, SendOption.expires(until));
    }

    private boolean send(AccountId to, MailText text, SendOption... options) {
        var isSent = isSetUp() && isConfirmed(to);
        if (isSent) {
            tasks.send(SendShopperMail.of(to, text), options);
        }
        return isSent;
    }

    @EventListener
    void forget(AccountDeleted gone) {
        rows.delete(gone.account());
    }
}
