package stampede.compensation;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import stampede.listing.ListField;
import stampede.listing.ListPage;
import stampede.listing.ListQuery;
import stampede.listing.ListSort;
import stampede.listing.ListSpec;
import stampede.listing.ListSql;
import stampede.listing.ReplicaListRepository;

/**
 * The table {@code compensation}. A query may have {@code kind} and {@code outcome}, {@code order} and {@code offer}, which are numbers,
 * and {@code from} and {@code to}. Sorted by time.
 */
@Component
public class CompensationRepository {

    /** What the rate is of unless a query says since when. */
    private static final Duration USUAL = Duration.ofDays(7);

    /** Of what a row has, in this order: who sends nothing without its type makes Spring ask the driver, which costs as much as the rest. */
    private static final int[] TYPES = {
        Types.BIGINT,
        Types.VARCHAR,
        Types.VARCHAR,
        Types.BIGINT,
        Types.BIGINT,
        Types.VARCHAR,
        Types.VARCHAR,
        Types.INTEGER,
        Types.BIGINT,
        Types.VARCHAR,
        Types.VARCHAR,
        Types.INTEGER,
        Types.BIGINT,
        Types.VARCHAR,
        Types.VARCHAR,
        Types.VARCHAR
    };

    private final JdbcTemplate jdbc;
    private final JdbcClient sql;
    private final ReplicaListRepository lists;

    CompensationRepository(JdbcTemplate jdbc, JdbcClient sql, ReplicaListRepository lists) {
        this.jdbc = jdbc;
        this.sql = sql;
        this.lists = lists;
    }

    /** What lists of lines can be asked; for {@link #page}. */
    public static ListSpec list(String path) {
        return new ListSpec(
                path,
                "console.compensations",
                List.of(
                        ListField.choice("kind", "console.compensations.kind.", CompensationKind.values()),
                        ListField.choice("outcome", "console.compensations.outcome.", CompensationOutcome.values()),
                        ListField.text("order"),
                        ListField.text("offer"),
                        ListField.moment("from"),
                        ListField.moment("to")),
                List.of(ListSort.by("at", "at_ms", "id")));
    }

    public ListPage<CompensationLine> page(ListQuery query) {
        return lists.page(chosen(query), query, CompensationRepository::line);
    }

    /** As {@link ReplicaListRepository#forEach}. */
    public boolean forEach(ListQuery query, int most, Consumer<CompensationLine> line) {
        return lists.forEach(chosen(query), query, CompensationRepository::line, most, line);
    }

    /** How much of the query's period, and kind, came to a good end; of seven days if it does not say since when. */
    public SuccessRate rate(ListQuery query, Instant now) {
        var to = query.moment("to").orElse(now);
        var from = query.moment("from").orElse(to.minus(USUAL));
        return new SuccessRate(
                from,
                to,
                count(query, CompensationOutcome.OK, from, to),
                count(query, CompensationOutcome.FAILED, from, to));
    }

    private long count(ListQuery query, CompensationOutcome outcome, Instant from, Instant to) {
        var kind = query.value("kind");
        return sql.sql("select count(*) from compensation where outcome = :outcome and at_ms >= :from and at_ms < :to"
                        + (kind.isPresent() ? " and kind = :kind" : ""))
                .param("outcome", outcome.name())
                .param("from", from.toEpochMilli())
                .param("to", to.toEpochMilli())
                .param("kind", kind.orElse(""))
                .query(Long.class)
                .single();
    }

    private static ListSql chosen(ListQuery query) {
        var list = ListSql.of("*", "compensation");
        query.value("kind").ifPresent(kind -> list.where("kind = :kind", "kind", kind));
        query.value("outcome").ifPresent(outcome -> list.where("outcome = :outcome", "outcome", outcome));
        query.value("order").ifPresent(order -> list.where("order_id = :order", "order", number(order)));
        query.value("offer").ifPresent(offer -> list.where("offer_id = :offer", "offer", number(offer)));
        query.moment("from").ifPresent(from -> list.where("at_ms >= :from", "from", from.toEpochMilli()));
        query.moment("to").ifPresent(to -> list.where("at_ms < :to", "to", to.toEpochMilli()));
        return list;
    }

    /** What is no number is that of nothing. */
    private static long number(String text) {
        return text.matches("\\d{1,18}") ? Long.parseLong(text) : -1;
    }

    /** In the caller's transaction. */
    void add(List<CompensationLine> lines) {
        jdbc.batchUpdate("""
                insert into compensation (at_ms, kind, outcome, order_id, offer_id, task_id, task, attempt, wait_ms,
                  cause, detail, units, fen, who, node, trace_id)
                values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """, lines.stream().map(CompensationRepository::values).toList(), TYPES);
    }

    /** Deletes some of the oldest; answers how many, at most so many. */
    int deleteBefore(long atMs, int most) {
        return sql.sql("delete from compensation where at_ms < :at order by at_ms limit " + most)
                .param("at", atMs)
                .update();
    }

    private static @Nullable Object[] values(CompensationLine line) {
        var of = line.of();
        return new @Nullable Object[] {
            line.at().toEpochMilli(),
            of.kind().name(),
            of.outcome().name(),
            of.order(),
            of.offer(),
            of.taskId(),
            of.task(),
            of.attempt(),
            of.waitMs(),
            of.cause(),
            of.detail(),
            of.units(),
            of.fen(),
            of.who(),
            line.node(),
            of.trace()
        };
    }

    private static CompensationLine line(ResultSet row, int number) throws SQLException {
        return new CompensationLine(
                Instant.ofEpochMilli(row.getLong("at_ms")),
                row.getString("node"),
                new Compensation(
                        CompensationKind.valueOf(row.getString("kind")),
                        CompensationOutcome.valueOf(row.getString("outcome")),
                        (Long) row.getObject("order_id"),
                        (Long) row.getObject("offer_id"),
                        row.getString("task_id"),
                        row.getString("task"),
                        (Integer) row.getObject("attempt"),
                        (Long) row.getObject("wait_ms"),
                        row.getString("cause"),
                        row.getString("detail"),
                        (Integer) row.getObject("units"),
                        (Long) row.getObject("fen"),
                        row.getString("who"),
                        row.getString("trace_id")));
    }

    /**
     * How much came to a good end.
     *
     * @param from since when
     * @param to until when
     * @param good lines that say OK
     * @param failed lines that say FAILED
     */
    public record SuccessRate(Instant from, Instant to, long good, long failed) {

        /** Of those that came to an end, in parts of a hundred; 100 if none did. */
        public double percent() {
            return good + failed == 0 ? 100 : 100.0 * good / (good + failed);
        }
    }
}
