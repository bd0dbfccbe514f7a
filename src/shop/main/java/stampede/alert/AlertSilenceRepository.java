package stampede.alert;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.GeneratedKeyHolder;
import org.springframework.stereotype.Repository;
import stampede.alert.AlertSilence.Which;
import stampede.channel.Severity;

/** The table {@code alert_silence}. */
@Repository
class AlertSilenceRepository {

    private static final int MOST_ACTIVE = 500;

    private final JdbcClient sql;

    AlertSilenceRepository(JdbcClient sql) {
        this.sql = sql;
    }

    /** Those that hold at that instant. One of a rule that this release does not know hushes nothing. */
    List<AlertSilence> active(Instant now) {
        return sql
                .sql("select * from alert_silence where until_ms > :now and from_ms <= :now order by id limit :most")
                .param("now", now.toEpochMilli())
                .param("most", MOST_ACTIVE)
                .query(AlertSilenceRepository::silence)
                .list()
                .stream()
                .flatMap(Optional::stream)
                .toList();
    }

    /** The newest first. */
    List<AlertSilence> newest(int most) {
        return sql
                .sql("select * from alert_silence order by id desc limit :most")
                .param("most", most)
                .query(AlertSilenceRepository::silence)
                .list()
                .stream()
                .flatMap(Optional::stream)
                .toList();
    }

    Optional<AlertSilence> find(long id) {
        return sql.sql("select * from alert_silence where id = :id")
                .param("id", id)
                .query(AlertSilenceRepository::silence)
                .optional()
                .flatMap(silence -> silence);
    }

    /** Answers its number. */
    long insert(Which which, Instant from, Instant until, String reason, String who) {
        var key = new GeneratedKeyHolder();
        sql.sql("""
                insert into alert_silence (rule_name, subject, severity, from_ms, until_ms, reason, who)
                values (:rule, :subject, :severity, :from, :until, :reason, :who)
                """)
                .param("rule", which.rule().map(AlertRule::id).orElse(""))
                .param("subject", which.subject())
                .param("severity", which.severity().map(Severity::name).orElse(""))
                .param("from", from.toEpochMilli())
                .param("until", until.toEpochMilli())
                .param("reason", reason)
                .param("who", who)
                .update(key);
        return Objects.requireNonNull(key.getKey()).longValue();
    }

    /** Whether it was this that ended it. */
    boolean end(long id, String who, Instant now) {
        return sql.sql("update alert_silence set until_ms = :now, ended_by = :who where id = :id and until_ms > :now")
                        .param("now", now.toEpochMilli())
                        .param("who", who)
                        .param("id", id)
                        .update()
                == 1;
    }

    /** Deletes some of those that ended before. */
    void deleteEnded(Instant before, int most) {
        sql.sql("delete from alert_silence where until_ms < :before order by until_ms limit :most")
                .param("before", before.toEpochMilli())
                .param("most", most)
                .update();
    }

    private static Optional<AlertSilence> silence(ResultSet row, int number) throws SQLException {
        var named = Objects.requireNonNull(row.getString("rule_name"));
        var rule = AlertRule.of(named);
        if (rule.isEmpty() && !named.isEmpty()) {
            return Optional.empty();
        }
        var severity = Objects.requireNonNull(row.getString("severity"));
        return Optional.of(new AlertSilence(
                row.getLong("id"),
                new Which(
                        rule,
                        Objects.requireNonNull(row.getString("subject")),
                        severity.isEmpty() ? Optional.empty() : Optional.of(Severity.valueOf(severity))),
                Instant.ofEpochMilli(row.getLong("from_ms")),
                Instant.ofEpochMilli(row.getLong("until_ms")),
                Objects.requireNonNull(row.getString("reason")),
                Objects.requireNonNull(row.getString("who")),
                Optional.ofNullable(row.getString("ended_by"))));
    }
}
