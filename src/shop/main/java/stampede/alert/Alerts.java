package stampede.alert;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.springframework.stereotype.Component;
import stampede.account.SignedIn;
import stampede.alert.AlertSilence.Which;
import stampede.audit.AuditLog;
import stampede.audit.AuditRow;
import stampede.audit.AuditSearchRepository;
import stampede.audit.AuditedActs;
import stampede.channel.ChannelDelivery;
import stampede.channel.ChannelDeliveryRepository;
import stampede.channel.Severity;
import stampede.listing.ListField;
import stampede.listing.ListPage;
import stampede.listing.ListQuery;
import stampede.listing.ListSort;
import stampede.listing.ListSpec;
import stampede.refusal.RefusalException;

/** What is and was wrong, and what operators do about being told of it. Every act is audited. */
@Component
public class Alerts {

    /** A silence ends by itself; for longer one has to ask again. */
    public static final Duration LONGEST_SILENCE = Duration.ofHours(24);

    private static final Duration SHORTEST_SILENCE = Duration.ofMinutes(5);
    private static final int SHORTEST_REASON = 5;
    private static final int LONGEST_WORDS = 200;
    private static final int LONGEST_SUBJECT = 160;
    private static final int MOST = 100;
    private static final int MOST_TELLINGS = 20;

    private final AlertRepository rows;
    private final AlertSilenceRepository silences;
    private final AuditedActs acts;
    private final AuditSearchRepository audit;
    private final ChannelDeliveryRepository deliveries;
    private final Clock clock;

    Alerts(
            AlertRepository rows,
            AlertSilenceRepository silences,
            AuditedActs acts,
            AuditSearchRepository audit,
            ChannelDeliveryRepository deliveries,
            Clock clock) {
        this.rows = rows;
        this.silences = silences;
        this.acts = acts;
        this.audit = audit;
        this.deliveries = deliveries;
        this.clock = clock;
    }

    /** What lists of alerts can be asked; for {@link #page}. */
    public static ListSpec list(String path) {
        return new ListSpec(
                path,
                "alert.list",
                List.of(
                        ListField.choice("state", "alert.state.", AlertState.values()),
                        ListField.choice("severity", "alert.severity.", Severity.values()),
                        ListField.choice("rule", "alert.rule.", AlertRule.values()),
                        ListField.text("subject"),
                        ListField.moment("from"),
                        ListField.moment("to")),
                List.of(ListSort.by("at", "id")));
    }

    public ListPage<Alert> page(ListQuery query) {
        return rows.page(query);
    }

    /** Passes on at most so many, and answers whether those were all. */
    public boolean forEach(ListQuery query, int most, Consumer<Alert> row) {
        return rows.forEach(query, most, row);
    }

    public Optional<Alert> find(long id) {
        return rows.find(id);
    }

    /** Others of the same rule about the same, the newest first. */
    public List<Alert> earlier(Alert alert) {
        return rows.of(alert.rule(), alert.subject(), MOST).stream()
                .filter(other -> other.id() != alert.id())
                .toList();
    }

    /** What people did about it and wrote to it, the newest first. */
    public List<AuditRow> acts(Alert alert) {
        return audit.about(List.of(subject(alert.id())), MOST);
    }

    /** What became of the last messages about it, in each channel. */
    public List<ChannelDelivery> deliveries(Alert alert) {
        var last = alert.told().times();
        return deliveries.of(
                IntStream.rangeClosed(Math.max(1, last - MOST_TELLINGS), last)
                        .mapToObj(number -> "alert-" + alert.id() + "-" + number)
                        .toList(),
                MOST);
    }

    /** The silences that hold now and cover it. */
    public List<AlertSilence> silencesOf(Alert alert) {
        return silences.active(clock.instant()).stream()
                .filter(silence -> silence.which().covers(alert))
                .toList();
    }

    /** All there were, the newest first. */
    public List<AlertSilence> silences() {
        return silences.newest(MOST);
    }

    public Optional<AlertSilence> silence(long id) {
        return silences.find(id);
    }

    /** What would be hushed now. */
    public List<Alert> covered(Which which) {
        return rows.firing().stream().filter(which::covers).toList();
    }

    /**
     * Says that somebody looks after it, so that it is not told again. That somebody else does already is fine.
     *
     * @throws RefusalException if there is no such alert, or it is over
     */
    public void acknowledge(SignedIn operator, long id) {
        acts.run(new AuditLog.Act(operator.who(), "ALERT_ACKNOWLEDGED", subject(id)), () -> {
            var alert = require(id);
            require(alert.state() != AlertState.RESOLVED, AlertRefusal.ALERT_OVER);
            return rows.acknowledge(id, operator.who(), clock.instant())
                    ? AuditedActs.Done.of(
                            true, AuditLog.Change.of("", alert.rule().id() + " " + alert.subject()))
                    : AuditedActs.Done.nothing(false);
        });
    }

    /**
     * Writes something to it.
     *
     * @param words 1 to 200 characters
     * @throws RefusalException if there is no such alert, or the words are none
     */
    public void note(SignedIn operator, long id, String words) {
        var text = words.strip();
        require(!text.isEmpty() && text.codePointCount(0, text.length()) <= LONGEST_WORDS, AlertRefusal.BAD_NOTE);
        acts.run(new AuditLog.Act(operator.who(), "ALERT_NOTED", subject(id)).because(text), () -> {
            require(id);
            return AuditedActs.Done.of(true, AuditLog.Change.of("", "note"));
        });
    }

    /**
     * Keeps people from being told of some alerts for a while.
     *
     * @param lasts five minutes to a day
     * @param reason 5 to 200 characters
     * @return the number of the silence
     * @throws RefusalException if it says nothing, or is too long
     */
    public long silence(SignedIn operator, Which which, Duration lasts, String reason) {
        require(
                which.isNarrow()
                        && which.subject().length() <= LONGEST_SUBJECT
                        && lasts.compareTo(SHORTEST_SILENCE) >= 0
                        && lasts.compareTo(LONGEST_SILENCE) <= 0,
                AlertRefusal.BAD_SILENCE);
        var why = reason.strip();
        var length = why.codePointCount(0, why.length());
        require(length >= SHORTEST_REASON && length <= LONGEST_WORDS, AlertRefusal.BAD_NOTE);
        var now = clock.instant();
        var act = new AuditLog.Act(
                operator.who(), "ALERTS_SILENCED", "alerts", why, (which.isUrgent() ? "urgent ones, " : "") + which);
        return acts.run(act, () -> {
            var id = silences.insert(which, now, now.plus(lasts), why, operator.who());
            return AuditedActs.Done.of(id, AuditLog.Change.of("", id + " until " + now.plus(lasts)));
        });
    }

    /**
     * Ends a silence before its time.
     *
     * @throws RefusalException if there is none, or it is over
     */
    public void endSilence(SignedIn operator, long id) {
        acts.run(new AuditLog.Act(operator.who(), "ALERT_SILENCE_ENDED", "silence:" + id), () -> {
            var silence = silences.find(id).orElseThrow(() -> new RefusalException(AlertRefusal.NO_SUCH_SILENCE));
            require(silences.end(id, operator.who(), clock.instant()), AlertRefusal.SILENCE_OVER);
            return AuditedActs.Done.of(true, AuditLog.Change.of(silence.until(), "ended"));
        });
    }

    private Alert require(long id) {
        return rows.find(id).orElseThrow(() -> new RefusalException(AlertRefusal.NO_SUCH_ALERT));
    }

    private static void require(boolean holds, AlertRefusal otherwise) {
        if (!holds) {
            throw new RefusalException(otherwise);
        }
    }

    private static String subject(long id) {
        return "alert:" + id;
    }
}
