package stampede.rehearsal;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import stampede.catalog.OfferId;
import stampede.catalog.SaleWindow;
import stampede.money.Money;
import tools.jackson.databind.json.JsonMapper;

/** The table {@code rehearsal}. */
@Component
class RehearsalRepository {

    private final JdbcClient sql;
    private final JsonMapper json;

    RehearsalRepository(JdbcClient sql, JsonMapper json) {
        this.sql = sql;
        this.json = json;
    }

    void insert(Rehearsal asked) {
        var plan = asked.plan();
        sql.sql("""
                insert into rehearsal (id, shadow_id, offer_id, product_name, price_fen, units, limit_per_shopper, shoppers, presses,
                                       curve, sell_out_s, beside, who, state, step, asked_ms)
                values (:id, :shadow, :offer, :product, :price, :units, :limit, :shoppers, :presses,
                        :curve, :sellOut, :beside, :who, :state, :step, :asked)
                """)
                .param("id", asked.id())
                .param("shadow", asked.shadow().value())
                .param("offer", plan.offer().value())
                .param("product", asked.copied().productName())
                .param("price", asked.copied().price().fen())
                .param("units", plan.units())
                .param("limit", asked.copied().limitPerShopper())
                .param("shoppers", plan.shoppers())
                .param("presses", plan.presses())
                .param("curve", plan.curve().name())
                .param("sellOut", plan.sellOutSeconds())
                .param("beside", plan.beside() ? 1 : 0)
                .param("who", asked.who())
                .param("state", asked.state().name())
                .param("step", asked.step().name())
                .param("asked", asked.times().asked().toEpochMilli())
                .update();
    }

    Optional<Rehearsal> find(long id) {
        return sql.sql("select * from rehearsal where id = :id")
                .param("id", id)
                .query(this::rehearsal)
                .optional();
    }

    Optional<Rehearsal> ofShadow(OfferId shadow) {
        return sql.sql("select * from rehearsal where shadow_id = :shadow")
                .param("shadow", shadow.value())
                .query(this::rehearsal)
                .optional();
    }

    /** Those that have not ended, the oldest first. */
    List<Rehearsal> open() {
        return sql.sql("select * from rehearsal where state in ('WAITING', 'RUNNING') order by asked_ms limit 100")
                .query(this::rehearsal)
                .list();
    }

    /** The newest ones. */
    List<Rehearsal> newest(int most) {
        return sql.sql("select * from rehearsal order by asked_ms desc, id desc limit :most")
                .param("most", most)
                .query(this::rehearsal)
                .list();
    }

    /** Those of the same offer that were asked for before this one and came to a verdict, the newest first. */
    List<Rehearsal> earlier(Rehearsal than, int most) {
        return sql.sql("""
                select * from rehearsal
                 where offer_id = :offer and asked_ms < :asked and state = 'ENDED' and verdict <> 'STOPPED'
                 order by asked_ms desc limit :most
                """)
                .param("offer", than.plan().offer().value())
                .param("asked", than.times().asked().toEpochMilli())
                .param("most", most)
                .query(this::rehearsal)
                .list();
    }

    /** Whether another one was played to its end since then. */
    boolean anyPlayedSince(Instant then) {
        return sql.sql("select count(*) from rehearsal where ended_ms >= :then and step = 'VERDICT'")
                        .param("then", then.toEpochMilli())
                        .query(Long.class)
                        .single()
                > 0;
    }

    /** It runs from now on; false if it does already, or has ended. */
    boolean begin(long id) {
        return sql.sql("update rehearsal set state = 'RUNNING' where id = :id and state = 'WAITING'")
                        .param("id", id)
                        .update()
                == 1;
    }

    /** The shadow sells in this time. */
    void open(long id, SaleWindow window) {
        sql.sql("update rehearsal set opens_ms = :opens, closes_ms = :closes where id = :id")
                .param("opens", window.opensAt().toEpochMilli())
                .param("closes", window.closesAt().toEpochMilli())
                .param("id", id)
                .update();
    }

    void step(long id, RehearsalStep step) {
        sql.sql("update rehearsal set step = :step where id = :id and state = 'RUNNING'")
                .param("step", step.name())
                .param("id", id)
                .update();
    }

    /** Asks it to stop; false if it has ended, or was asked before. */
    boolean askToStop(long id, Instant now) {
        return sql.sql("update rehearsal set stop_ms = :now where id = :id and state <> 'ENDED' and stop_ms is null")
                        .param("now", now.toEpochMilli())
                        .param("id", id)
                        .update()
                == 1;
    }

    /** Ends it once: of all who say how it ended one is believed. */
    boolean end(long id, Rehearsal.End end) {
        return sql.sql("""
                update rehearsal set state = 'ENDED', verdict = :verdict, stop_reason = :stop, report = :report, ended_ms = :at
                 where id = :id and state <> 'ENDED'
                """)
                        .param("verdict", end.verdict().name())
                        .param("stop", end.stop().map(Enum::name).orElse(null))
                        .param(
                                "report",
                                end.report().map(json::writeValueAsString).orElse(null))
                        .param("at", end.at().toEpochMilli())
                        .param("id", id)
                        .update()
                == 1;
    }

    private Rehearsal rehearsal(ResultSet row, int number) throws SQLException {
        return new Rehearsal(
                row.getLong("id"),
                new RehearsalPlan(
                        new OfferId(row.getLong("offer_id")),
                        row.getInt("shoppers"),
                        row.getInt("presses"),
                        RehearsalCurve.valueOf(row.getString("curve")),
                        row.getInt("units"),
                        row.getInt("sell_out_s"),
                        row.getBoolean("beside")),
                new Rehearsal.Copied(
                        text(row, "product_name"),
                        new Money(row.getLong("price_fen")),
                        row.getInt("limit_per_shopper")),
                text(row, "who"),
                Rehearsal.State.valueOf(row.getString("state")),
                RehearsalStep.valueOf(row.getString("step")),
                new Rehearsal.Times(
                        Instant.ofEpochMilli(row.getLong("asked_ms")), window(row), instant(row, "stop_ms")),
                end(row));
    }

    private Optional<Rehearsal.End> end(ResultSet row) throws SQLException {
        var ended = instant(row, "ended_ms");
        if (ended.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Rehearsal.End(
                ended.get(),
                RehearsalVerdict.valueOf(row.getString("verdict")),
                Optional.ofNullable(row.getString("stop_reason")).map(StopReason::valueOf),
                Optional.ofNullable(row.getString("report")).map(text -> json.readValue(text, RehearsalReport.class))));
    }

    private static Optional<SaleWindow> window(ResultSet row) throws SQLException {
        var opens = instant(row, "opens_ms");
        var closes = instant(row, "closes_ms");
        return opens.flatMap(from -> closes.map(until -> new SaleWindow(from, until)));
    }

    private static Optional<Instant> instant(ResultSet row, String column) throws SQLException {
        return Optional.ofNullable(row.getObject(column, Long.class)).map(Instant::ofEpochMilli);
    }

    private static String text(ResultSet row, String column) throws SQLException {
        return Objects.requireNonNull(row.getString(column));
    }
}
