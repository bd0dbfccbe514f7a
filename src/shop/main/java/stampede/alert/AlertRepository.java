package stampede.alert;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import stampede.channel.Severity;
import stampede.listing.ListPage;
import stampede.listing.ListQuery;
import stampede.listing.ListRepository;
import stampede.listing.ListSql;

/** The table {@code alert}. Rows of rules that this release does not know are left alone, and to none of its lists. */
@Repository
class AlertRepository {

    /** More that are open at a time nobody can look at. */
    static final int MOST_OPEN = 1_000;

    private static final List<String> KNOWN =
            List.of(AlertRule.values()).stream().map(AlertRule::id).toList();

    private final JdbcClient sql;
    private final ListRepository lists;

    AlertRepository(JdbcClient sql, ListRepository lists) {
        this.sql = sql;
        this.lists = lists;
    }

    /** Those that are pending or firing, the oldest first. */
    List<Alert> open() {
        return sql.sql("""
                select * from alert where state in ('PENDING', 'FIRING') and rule_name in (:known) order by id limit :most
                """)
                .param("known", KNOWN)
                .param("most", MOST_OPEN)
                .query(AlertRepository::alert)
                .list();
    }

    /** Those that fire, the newest first. */
    List<Alert> firing() {
        return sql.sql("""
                select * from alert where state = 'FIRING' and rule_name in (:known) order by id desc limit :most
                """)
                .param("known", KNOWN)
                .param("most", MOST_OPEN)
                .query(AlertRepository::alert)
                .list();
    }

    /** Those of which somebody began to tell and nobody knows whether it was handed over. */
    List<Alert> halfTold() {
        return sql.sql(
                        "select * from alert where telling is not null and rule_name in (:known) order by id limit :most")
                .param("known", KNOWN)
                .param("most", MOST_OPEN)
                .query(AlertRepository::alert)
                .list();
    }

    Optional<Alert> find(long id) {
        return sql.sql("select * from alert where id = :id and rule_name in (:known)")
                .param("id", id)
                .param("known", KNOWN)
                .query(AlertRepository::alert)
                .optional();
    }

    /** The newest about the same. */
    List<Alert> of(AlertRule rule, String subject, int most) {
        return sql.sql("""
                select * from alert where rule_name = :rule and subject = :subject order by id desc limit :most
                """)
                .param("rule", rule.id())
                .param("subject", subject)
                .param("most", most)
                .query(AlertRepository::alert)
                .list();
    }

    /** Begins one. */
    void insert(AlertRule rule, String subject, AlertCourse course, double value, Instant now) {
        sql.sql("""
                insert into alert (rule_name, subject, severity, state, is_open, value, started_ms, bad_ms, fired_ms)
                values (:rule, :subject, :severity, :state, 1, :value, :started, :bad, :fired)
                """)
                .param("rule", rule.id())
                .param("subject", subject)
                .param("severity", rule.severity().name())
                .param("state", course.state().name())
                .param("value", value)
                .param("started", course.startedAt().toEpochMilli())
                .param("bad", course.badAt().toEpochMilli())
                .param("fired", course.state() == AlertState.FIRING ? now.toEpochMilli() : null)
                .update();
    }

    /**
     * Says of an alert that a node keeps in its memory that it fires; of one that is known already, that it does so still. Anybody may do
     * so at any time.
     *
     * @param wasTold whether people were told without the table
     */
    void remember(Alert alert, boolean wasTold) {
        var bad = alert.course().badAt().toEpochMilli();
        var fired = alert.firedAt().orElse(alert.startedAt()).toEpochMilli();
        sql.sql("""
                insert ignore into alert (rule_name, subject, severity, state, is_open, value, started_ms, bad_ms, fired_ms, tells,
                                          told_ms)
                values (:rule, :subject, :severity, 'FIRING', 1, :value, :started, :bad, :fired, :tells, :told)
                """)
                .param("rule", alert.rule().id())
                .param("subject", alert.subject())
                .param("severity", alert.severity().name())
                .param("value", alert.value())
                .param("started", alert.startedAt().toEpochMilli())
                .param("bad", bad)
                .param("fired", fired)
                .param("tells", wasTold ? 1 : 0)
                .param("told", wasTold ? fired : null)
                .update();
        sql.sql("""
                update alert set bad_ms = greatest(bad_ms, :bad) where rule_name = :rule and subject = :subject and is_open = 1
                """)
                .param("bad", bad)
                .param("rule", alert.rule().id())
                .param("subject", alert.subject())
                .update();
    }

    /** Writes down how it goes on. */
    void save(Alert alert) {
        sql.sql("""
                update alert set state = :state, is_open = :open, value = :value, bad_ms = greatest(bad_ms, :bad), fired_ms = :fired,
                       resolved_ms = :resolved
                 where id = :id
                """)
                .param("state", alert.state().name())
                .param("open", alert.state() == AlertState.RESOLVED ? null : 1)
                .param("value", alert.value())
                .param("bad", alert.course().badAt().toEpochMilli())
                .param("fired", alert.firedAt().map(Instant::toEpochMilli).orElse(null))
                .param("resolved", alert.resolvedAt().map(Instant::toEpochMilli).orElse(null))
                .param("id", alert.id())
                .update();
    }

    /** It was nothing. */
    void delete(long id) {
        sql.sql("delete from alert where id = :id and state = 'PENDING'")
                .param("id", id)
                .update();
    }

    /** Counts a telling, before anybody is told. */
    void beginTelling(long id, int number, AlertState what) {
        sql.sql("update alert set tells = :number, telling = :what where id = :id")
                .param("number", number)
                .param("what", what.name())
                .param("id", id)
                .update();
    }

    /** Whoever is to be told was, or will be without us. */
    void endTelling(long id, int number, Instant at) {
        sql.sql("update alert set telling = null, told_ms = :at where id = :id and tells = :number")
                .param("at", at.toEpochMilli())
                .param("id", id)
                .param("number", number)
                .update();
    }

    /** Whether it was this that changed it: the alert was open, and nobody had. */
    boolean acknowledge(long id, String who, Instant at) {
        return sql.sql("""
                update alert set acked_by = :who, acked_ms = :at where id = :id and is_open = 1 and acked_by is null
                """)
                        .param("who", who)
                        .param("at", at.toEpochMilli())
                        .param("id", id)
                        .update()
                == 1;
    }

    /** Deletes some of those that were resolved before. */
    void deleteResolved(Instant before, int most) {
        sql.sql("delete from alert where resolved_ms < :before order by resolved_ms limit :most")
                .param("before", before.toEpochMilli())
                .param("most", most)
                .update();
    }

    ListPage<Alert> page(ListQuery query) {
        return lists.page(chosen(query), query, AlertRepository::alert);
    }

    boolean forEach(ListQuery query, int most, Consumer<Alert> row) {
        return lists.forEach(chosen(query), query, AlertRepository::alert, most, row);
    }

    private static ListSql chosen(ListQuery query) {
        var list = ListSql.of("*", "alert").where("rule_name in (:known)", "known", KNOWN);
        query.value("state").ifPresent(state -> list.where("state = :state", "state", state));
        query.value("severity").ifPresent(severity -> list.where("severity = :severity", "severity", severity));
        query.value("rule")
                .ifPresent(rule -> list.where(
                        "rule_name = :rule", "rule", AlertRule.valueOf(rule).id()));
        query.value("subject")
                .ifPresent(subject -> list.where("subject like :subject", "subject", ListSql.beginning(subject)));
        query.moment("from").ifPresent(from -> list.where("started_ms >= :from", "from", from.toEpochMilli()));
        query.moment("to").ifPresent(to -> list.where("started_ms < :to", "to", to.toEpochMilli()));
        return list;
    }

    private static Alert alert(ResultSet row, int number) throws SQLException {
        return new Alert(
                row.getLong("id"),
                AlertRule.of(Objects.requireNonNull(row.getString("rule_name"))).orElseThrow(),
                Objects.requireNonNull(row.getString("subject")),
                Severity.valueOf(row.getString("severity")),
                new AlertCourse(
                        AlertState.valueOf(row.getString("state")),
                        Instant.ofEpochMilli(row.getLong("started_ms")),
                        Instant.ofEpochMilli(row.getLong("bad_ms"))),
                row.getDouble("value"),
                moment(row, "fired_ms"),
                moment(row, "resolved_ms"),
                Optional.ofNullable(row.getString("acked_by")),
                moment(row, "acked_ms"),
                new Alert.Told(
                        row.getInt("tells"),
                        Optional.ofNullable(row.getString("telling")).map(AlertState::valueOf),
                        moment(row, "told_ms")));
    }

    private static Optional<Instant> moment(ResultSet row, String column) throws SQLException {
        return Optional.ofNullable(row.getObject(column, Long.class)).map(Instant::ofEpochMilli);
    }
}
