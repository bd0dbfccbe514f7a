package stampede.alert;

import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import stampede.channel.Severity;

/**
 * What the shop watches of itself. Names and durations are those of the rules for Prometheus. The words of a rule are {@code alert.rule.NAME}
 * and, what it is, means and asks for, {@code .what}, {@code .means} and {@code .todo}; the runbook has a paragraph about each.
 */
public enum AlertRule {
    /** Messages that were given up and are not in the table yet. */
    DEAD_LETTERS("dead-letters", Severity.WARNING, Duration.ofMinutes(5), "/console/tasks/queues/one?queue=dead"),
    /** Dead tasks that wait for a decision. */
    ARCHIVED("archived", Severity.URGENT, Duration.ZERO, "/console/tasks/dead"),
    /** The share of tasks that were given up. */
    FINAL_FAILURES("final-failures", Severity.WARNING, Duration.ZERO, Unit.SHARE, "/console/tasks/known"),
    /** The share of purchases that came to an end that has a name. */
    PURCHASE_SUCCESS("purchase-success", Severity.URGENT, Duration.ofMinutes(1), Unit.SHARE, "/console/purchases"),
    /** From the press to the order. */
    COMMIT_DELAY("commit-delay", Severity.WARNING, Duration.ofMinutes(1), Unit.MILLIS, "/console/tasks/queues"),
    /** Purchases that stay where they ought to have moved on from. */
    STUCK("stuck", Severity.URGENT, Duration.ZERO, "/console/purchases"),
    /** Units by which counter and ledger differ. */
    DRIFT("drift", Severity.URGENT, Duration.ofMinutes(1), "/console/books"),
    /** Rules of the books that are broken. */
    BOOKS("books", Severity.URGENT, Duration.ZERO, "/console/books"),
    /** Sales that ought to be closed out. */
    UNSETTLED("unsettled", Severity.WARNING, Duration.ZERO, Unit.NONE, "/console/books"),
    /** Money that does not fit. */
    MONEY("money", Severity.WARNING, Duration.ZERO, "/console/payments"),
    /** A server that does not answer a node. */
    SERVER_AWAY("server-away", Severity.URGENT, Duration.ofSeconds(15), Unit.NONE, "/console"),
    /** A node that fell silent without saying that it ends. */
    NODE_GONE("node-gone", Severity.WARNING, Duration.ZERO, Unit.NONE, "/console/tasks/workers"),
    /** Offers that open in a moment and are not in the counter. */
    COLD("cold", Severity.URGENT, Duration.ZERO, "/console/slots"),
    NO_WORKER("no-worker", Severity.URGENT, Duration.ofSeconds(30), Unit.NONE, "/console/tasks/workers"),
    NO_BEAT("no-beat", Severity.URGENT, Duration.ofSeconds(30), Unit.NONE, "/console/tasks/workers"),
    /** Nodes of RabbitMQ that take each other for gone. */
    BROKER_PARTED("broker-parted", Severity.WARNING, Duration.ofMinutes(1), "/console/tasks/queues"),
    /** A node whose clock is away from the others'. */
    CLOCK("clock", Severity.WARNING, Duration.ofSeconds(30), Unit.MILLIS, "/console/tasks/workers"),
    /** A stored setting that cannot be used. */
    SETTINGS("settings", Severity.WARNING, Duration.ZERO, Unit.NONE, "/console/settings");

    private final String id;
    private final Severity severity;
    private final Duration lasts;
    private final Unit unit;
    private final String page;

    AlertRule(String id, Severity severity, Duration lasts, String page) {
        this(id, severity, lasts, Unit.COUNT, page);
    }

    AlertRule(String id, Severity severity, Duration lasts, Unit unit, String page) {
        this.id = id;
        this.severity = severity;
        this.lasts = lasts;
        this.unit = unit;
        this.page = page;
    }

    /** Its name everywhere but in Java, such as {@code dead-letters}. */
    public String id() {
        return id;
    }

    public Severity severity() {
        return severity;
    }

    /** For how long it must have been bad before it fires, if {@link AlertDurationProperties} say nothing else. */
    public Duration lasts() {
        return lasts;
    }

    /** What it measures. */
    public Unit unit() {
        return unit;
    }

    /** The page where one sees, and perhaps mends, what it speaks of. */
    public String page(String subject) {
        var at = subject.indexOf(':');
        var kind = at < 0 ? "" : subject.substring(0, at);
        var name = subject.substring(at + 1);
        return switch (kind) {
            case "offer" -> "/console/offers/" + name + (this == UNSETTLED || this == COLD ? "" : "/books");
            case "setting" -> page + "/" + name;
            default -> page;
        };
    }

    /** Where the runbook speaks of it. */
    public String runbook() {
        return "/console/help#alert-" + id;
    }

    /** Empty if no rule of this release has that name. */
    public static Optional<AlertRule> of(String id) {
        return Arrays.stream(values()).filter(rule -> rule.id.equals(id)).findFirst();
    }

    /** What a value of a rule is. */
    public enum Unit {
        /** So many. */
        COUNT,
        /** Of 1. */
        SHARE,
        /** Milliseconds. */
        MILLIS,
        /** It is so, or not. */
        NONE
    }
}
