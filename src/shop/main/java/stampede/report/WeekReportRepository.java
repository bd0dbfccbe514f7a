package stampede.report;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import stampede.catalog.OfferId;
import stampede.ids.Ids;
import stampede.pastsale.OrderTables;
import stampede.replica.FromReplica;
import stampede.task.spi.ThisNode;
import tools.jackson.databind.json.JsonMapper;

/** The figures of a week, each found by an index that begins with its time; and the reports that are kept: table {@code week_report}. */
@Repository
class WeekReportRepository {

    private static final int MOST_ACTS = 200;
    private static final int MOST_SALES = 200;

    private final JdbcClient sql;
    private final JdbcClient replica;
    private final JsonMapper json;
    private final String prefix;

    WeekReportRepository(JdbcClient sql, @FromReplica JdbcClient replica, JsonMapper json, ThisNode node) {
        this.sql = sql;
        this.replica = replica;
        this.json = json;
        this.prefix = node.engine();
    }

    Optional<WeekReport> kept(Week week) {
        return sql.sql("select json from week_report where week = :week")
                .param("week", week.toString())
                .query((row, number) -> json.readValue(text(row, "json"), WeekReport.class))
                .optional();
    }

    /** Keeps a report; answers false if one is kept already. */
    boolean keep(WeekReport report) {
        return sql.sql("insert ignore into week_report (week, made_ms, json) values (:week, :made, :json)")
                        .param("week", report.week())
                        .param("made", report.madeAt().toEpochMilli())
                        .param("json", json.writeValueAsString(report))
                        .update()
                == 1;
    }

    WeekReport.TaskDecisions decisions(Instant from, Instant until) {
        return replica.sql("""
                select coalesce(sum(status = 'REPLAYED'), 0) as replayed, coalesce(sum(status = 'DISCARDED'), 0) as discarded
                  from task_dead
                 where prefix = :prefix and status in ('REPLAYED', 'DISCARDED') and changed_ms >= :from and changed_ms < :until
                """)
                .param("prefix", prefix)
                .params(range(from, until))
                .query((row, number) -> new WeekReport.TaskDecisions(row.getLong("replayed"), row.getLong("discarded")))
                .single();
    }

    List<WeekReport.WeekRefunds> refunds(Instant from, Instant until) {
        return replica.sql("""
                select reason, count(*) as n, sum(amount_fen) as fen, sum(state = 'DONE') as done,
                       cast(floor(avg(if(state = 'DONE', done_at_ms - requested_at_ms, null))) as signed) as mean_ms,
                       max(if(state = 'DONE', done_at_ms - requested_at_ms, null)) as most_ms
                  from refund where requested_at_ms >= :from and requested_at_ms < :until and state <> 'DECLINED'
                 group by reason order by reason
                """)
                .params(range(from, until))
                .query((row, number) -> new WeekReport.WeekRefunds(
                        text(row, "reason"),
                        row.getLong("n"),
                        row.getLong("fen"),
                        row.getLong("done"),
                        row.getObject("mean_ms", Long.class),
                        row.getObject("most_ms", Long.class)))
                .list();
    }

    List<WeekReport.LateMoney> lateMoney(Instant from, Instant until) {
        return replica.sql("""
                select state, count(*) as n, sum(amount_fen) as fen from payment
                 where state in ('LATE', 'SURPLUS', 'ORPHAN') and received_at_ms >= :from and received_at_ms < :until
                 group by state order by state
                """)
                .params(range(from, until))
                .query((row, number) ->
                        new WeekReport.LateMoney(text(row, "state"), row.getLong("n"), row.getLong("fen")))
                .list();
    }

    /** Tasks have figures of their own, and so has money. */
    List<WeekReport.WeekRepairs> repairs(Instant from, Instant until) {
        return replica.sql("""
                select kind, count(*) as n, sum(outcome = 'FAILED') as failed, coalesce(sum(abs(units)), 0) as units
                  from compensation
                 where at_ms >= :from and at_ms < :until
                   and kind in ('PUBLISHED_AGAIN', 'ABANDONED', 'RELEASED', 'ADOPTED', 'COUNTER_CORRECTED', 'REBUILT',
                                'CLOSED_WITHOUT_WORD', 'REFUND_STUCK', 'RESOLVED_BY_HAND')
                 group by kind order by kind
                """)
                .params(range(from, until))
                .query((row, number) -> new WeekReport.WeekRepairs(
                        text(row, "kind"), row.getLong("n"), row.getLong("failed"), row.getLong("units")))
                .list();
    }

    List<WeekReport.WeekAlerts> alerts(Instant from, Instant until) {
        return replica.sql("""
                select rule_name, count(*) as n, count(acked_ms) as acked,
                       cast(floor(avg(acked_ms - fired_ms)) as signed) as ack_ms,
                       cast(floor(avg(resolved_ms - fired_ms)) as signed) as over_ms
                  from alert where resolved_ms >= :from and resolved_ms < :until and fired_ms is not null
                 group by rule_name order by rule_name
                """)
                .params(range(from, until))
                .query((row, number) -> new WeekReport.WeekAlerts(
                        text(row, "rule_name"),
                        row.getLong("n"),
                        row.getLong("acked"),
                        row.getObject("ack_ms", Long.class),
                        row.getObject("over_ms", Long.class)))
                .list();
    }

    /** Numbers of reservations grow with time, so a week is a range of them. */
    long unfinished(Instant from, Instant until) {
        return number(
                "select sum(n) from (%s) found"
                        .formatted(OrderTables.either(
                                "select count(*) as n from orders where status = 'ABANDONED' and id >= :from and id < :until and "
                                        + OfferId.IS_REAL)),
                Map.of("from", Ids.firstOf(from.toEpochMilli()), "until", Ids.firstOf(until.toEpochMilli())));
    }

    long closedOut(Instant from, Instant until) {
        return number(
                "select count(*) from settlement where settled_ms >= :from and settled_ms < :until and "
                        + OfferId.IS_REAL,
                range(from, until));
    }

    long notClosedOut(Instant from, Instant until) {
        return number(
                "select count(*) from stock_balance where settled_ms = 0 and closes_ms >= :from and closes_ms < :until and "
                        + OfferId.IS_REAL,
                range(from, until));
    }

    List<WeekReport.WeekActs> acts(Instant from, Instant until) {
        return replica.sql("""
                select who, action, count(*) as n from operator_audit where at_ms >= :from and at_ms < :until
                 group by who, action order by n desc, who, action limit :most
                """)
                .params(range(from, until))
                .param("most", MOST_ACTS)
                .query((row, number) ->
                        new WeekReport.WeekActs(text(row, "who"), text(row, "action"), row.getLong("n")))
                .list();
    }

    List<WeekReport.WeekSale> sales(Instant from, Instant until) {
        return replica.sql("""
                select stock_balance.offer_id, product.name, stock_balance.total,
                       stock_balance.total - stock_balance.available as sold, sale_report.last_unit_ms, sale_report.shoppers
                  from stock_balance
                  join offer on offer.id = stock_balance.offer_id and offer.state = 'PUBLISHED'
                  join product on product.id = offer.product_id
                  left join sale_report on sale_report.offer_id = stock_balance.offer_id
                 where stock_balance.closes_ms >= :from and stock_balance.closes_ms < :until
                   and stock_balance.available < stock_balance.total
                 order by sold desc, stock_balance.offer_id limit :most
                """)
                .params(range(from, until))
                .param("most", MOST_SALES)
                .query((row, number) -> new WeekReport.WeekSale(
                        Long.toString(row.getLong("offer_id")),
                        text(row, "name"),
                        row.getLong("total"),
                        row.getLong("sold"),
                        row.getObject("last_unit_ms", Long.class),
                        row.getObject("shoppers", Long.class)))
                .list();
    }

    private long number(String statement, Map<String, Long> values) {
        return replica.sql(statement).params(values).query(Long.class).single();
    }

    private static Map<String, Long> range(Instant from, Instant until) {
        return Map.of("from", from.toEpochMilli(), "until", until.toEpochMilli());
    }

    private static String text(ResultSet row, String column) throws SQLException {
        return Objects.requireNonNull(row.getString(column));
    }
}
