package stampede.mail;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Instant;
import org.springframework.context.MessageSource;
import stampede.account.AccountId;
import stampede.site.Language;
import stampede.task.Beat;
import stampede.task.Remember;
import stampede.task.Retry;
import stampede.task.SendOption;
import stampede.task.Task;
import stampede.task.TaskHandlers;
import stampede.task.Tasks;
import stampede.task.Tick;

/** Sends mail, and forgets addresses that nobody confirmed. A server that is away for an hour or two loses nothing. */
@TaskHandlers
class MailTaskHandlers {

    static final String CONFIRMATION = "/account/mail/confirmation/";

    private static final int AT_ONCE = 1_000;

    private final MailRepository rows;
    private final MailLinks links;
    private final MailServer server;
    private final ForgottenPasswords forgotten;
    private final Tasks tasks;
    private final MessageSource messages;
    private final MeterRegistry meters;
    private final Clock clock;

    MailTaskHandlers(
            MailRepository rows,
            MailLinks links,
            MailServer server,
            ForgottenPasswords forgotten,
            Tasks tasks,
            MessageSource messages,
            MeterRegistry meters,
            Clock clock) {
        this.rows = rows;
        this.links = links;
        this.server = server;
        this.forgotten = forgotten;
        this.tasks = tasks;
        this.messages = messages;
        this.meters = meters;
        this.clock = clock;
        count(true, 0);
        count(false, 0);
    }

    /** An address that was removed meanwhile gets nothing. */
    @Task(name = "mail.send", queue = "mail", timeLimit = "60s", remember = Remember.FAILURES)
    @Retry(backoff = "30s", factor = 4, max = "1h", attempts = 5, jitter = 0.2)
    void send(SendShopperMail task) {
        rows.find(AccountId.of(task.account()))
                .ifPresent(row ->
                        row.address().ifPresent(address -> send(address, task.in(isChinese(row)), task.path(), row)));
    }

    /** Whoever reads the address that the account has learns of another one before that gets its link. */
    @Task(name = "mail.warn", queue = "mail", timeLimit = "60s", remember = Remember.FAILURES)
    @Retry(backoff = "30s", factor = 4, max = "1h", attempts = 5, jitter = 0.2)
    void warn(WarnMailAddress task) {
        rows.find(AccountId.of(task.account()))
                .ifPresent(row -> row.wanted().ifPresent(wanted -> {
                    row.address()
                            .filter(address -> !address.equals(wanted.address()))
                            .ifPresent(address -> send(address, words("mail.warning", row), "/account/mail", row));
                    tasks.send(
                            new ConfirmMailAddress(task.account()),
                            SendOption.expires(Instant.ofEpochMilli(wanted.untilMs())));
                }));
    }

    /** One that was confirmed meanwhile, or is too old, gets nothing. The link is made here, so that no queue holds it. */
    @Task(name = "mail.confirm", queue = "mail", timeLimit = "60s", remember = Remember.FAILURES)
    @Retry(backoff = "30s", factor = 4, max = "1h", attempts = 5, jitter = 0.2)
    void confirm(ConfirmMailAddress task) {
        var account = AccountId.of(task.account());
        rows.find(account)
                .ifPresent(row -> row.wanted()
                        .filter(wanted -> wanted.untilMs() > clock.millis())
                        .ifPresent(wanted -> send(
                                wanted.address(),
                                words("mail.confirmation", row),
                                CONFIRMATION + links.tokenOf(account, wanted),
                                row)));
    }

    /** The link is made here, so that no queue holds it; one that was sent before is good no more. */
    @Task(name = "mail.password", queue = "mail", timeLimit = "60s", expires = "1h", remember = Remember.FAILURES)
    @Retry(delays = {"10s", "60s"})
    void sendPasswordLink(SendPasswordLink task) {
        forgotten
                .linkOf(task.username())
                .ifPresent(link -> rows.find(link.account())
                        .ifPresent(row -> row.address()
                                .ifPresent(address -> send(address, words("mail.password", row), link.path(), row))));
    }

    @Beat(name = "mail.forget", every = "1h", overlap = false)
    void forget(Tick tick) {
        int forgotten;
        do {
            forgotten = rows.forgetBefore(clock.millis(), AT_ONCE);
        } while (forgotten == AT_ONCE);
    }

    private void send(String address, MailText.Words words, String path, MailRepository.Row row) {
        var isTaken =
                server.send(address, words, path, Language.of(row.language()).locale());
        count(isTaken, 1);
    }

    private void count(boolean isTaken, int more) {
        Counter.builder("stampede.shopper.mails")
                .description("Mails to shoppers that the mail server took, or refused for good")
                .tag("outcome", isTaken ? "sent" : "refused")
                .register(meters)
                .increment(more);
    }

    private MailText.Words words(String key, MailRepository.Row row) {
        return new MailText.Words(say(key + ".subject", row), say(key + ".text", row));
    }

    private String say(String key, MailRepository.Row row) {
        return messages.getMessage(
                key, new Object[0], Language.of(row.language()).locale());
    }

    private static boolean isChinese(MailRepository.Row row) {
        return Language.of(row.language()) == Language.CHINESE;
    }
}
