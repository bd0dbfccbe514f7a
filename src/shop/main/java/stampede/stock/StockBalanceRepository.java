package stampede.stock;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import stampede.catalog.OfferId;
import stampede.catalog.OfferKind;
import stampede.catalog.SaleWindow;
import stampede.money.Money;

/** What is available of each offer. Every order of an offer locks the same row. */
@Component
public class StockBalanceRepository {

    private final JdbcTemplate jdbc;
    private final JdbcClient sql;
    private final Clock clock;

    public StockBalanceRepository(JdbcTemplate jdbc, JdbcClient sql, Clock clock) {
        this.jdbc = jdbc;
        this.sql = sql;
        this.clock = clock;
    }

    public void open(
            OfferId offer,
            SaleWindow window,
            int limitPerShopper,
            int limitPerAddress,
            int total,
            Optional<Money> price,
            OfferKind kind) {
        sql.sql("""
                insert into stock_balance (offer_id, total, total_version, available, limit_per_shopper, limit_per_address,
                                           opens_ms, closes_ms, epoch, epoch_ms, paused, unit_price_fen, kind)
                values (:offer, :total, 1, :total, :limit, :perAddress, :opens, :closes, 0, 0, 0, :price, :kind)
                """)
                .param("offer", offer.value())
                .param("total", total)
                .param("limit", limitPerShopper)
                .param("perAddress", limitPerAddress)
                .param("opens", window.opensAt().toEpochMilli())
                .param("closes", window.closesAt().toEpochMilli())
                .param("price", price.map(Money::fen).orElse(null))
                .param("kind", kind.name())
                .update();
    }

    public void changePrice(OfferId offer, Money price) {
        requireOne(
                sql.sql("update stock_balance set unit_price_fen = :price where offer_id = :offer")
                        .param("offer", offer.value())
                        .param("price", price.fen())
                        .update(),
                offer);
    }

    /**
     * Takes units of each offer that has as many, in the order of the map and in one trip. Reads nothing first, so it cannot act on
     * a stale read.
     *
     * @return the offers that had as many
     */
    Set<OfferId> take(Map<OfferId, Integer> units) {
        var updated = jdbc.batchUpdate(
                "update stock_balance set available = available - ? where offer_id = ? and available >= ?",
                units.entrySet().stream()
                        .map(wanted ->
                                new Object[] {wanted.getValue(), wanted.getKey().value(), wanted.getValue()})
                        .toList());
        var taken = new HashSet<OfferId>();
        var each = units.keySet().iterator();
        for (var count : updated) {
            var offer = each.next();
            if (count == 1) {
                taken.add(offer);
            }
        }
        return taken;
    }

    /**
     * What is available of each, kept so until the transaction ends. Found by the primary key alone and locked in its order,
     * whatever the optimizer thinks of a table that small.
     *
     * @throws IllegalArgumentException if the ledger has none of one of these
     */
    Map<OfferId, Integer> availableForUpdate(Collection<OfferId> offers) {
        var available = new HashMap<OfferId, Integer>();
        sql.sql("""
                select offer_id, available from stock_balance force index (primary) where offer_id in (:offers) order by offer_id
                   for update
                """)
                .param("offers", offers.stream().map(OfferId::value).toList())
                .query(row -> {
                    available.put(new OfferId(row.getLong("offer_id")), row.getInt("available"));
                });
        offers.forEach(offer -> {
            if (!available.containsKey(offer)) {
                throw unknown(offer);
            }
        });
        return available;
    }

    void putBack(OfferId offer, int units) {
        requireOne(
                sql.sql("update stock_balance set available = available + :units where offer_id = :offer")
                        .param("offer", offer.value())
                        .param("units", units)
                        .update(),
                offer);
    }

    /**
     * Changes the total by a difference, and with it what is available.
     *
     * @return the version of the new total, or empty if more than the difference is sold, or the sale is closed out
     */
    Optional<Long> adjust(OfferId offer, int difference) {
        var adjusted = sql.sql("""
                update stock_balance
                   set total = total + :difference, available = available + :difference, total_version = total_version + 1
                 where offer_id = :offer and available + :difference >= 0 and settled_ms = 0
                """)
                .param("offer", offer.value())
                .param("difference", difference)
                .update();
        return adjusted == 0
                ? Optional.empty()
                : Optional.of(sql.sql("select total_version from stock_balance where offer_id = :offer")
                        .param("offer", offer.value())
                        .query(Long.class)
                        .single());
    }

    /**
     * Gives the total a version that is newer than one which the counter has and the ledger never will. Waits for whoever is about to
     * give it to the ledger.
     *
     * @param version of the counter's total
     * @param total the counter's
     * @return false if the ledger has that total under that version, or a newer one
     */
    public boolean overtake(OfferId offer, long version, int total) {
        return sql.sql("""
                update stock_balance set total_version = :version + 1
                 where offer_id = :offer and (total_version < :version or (total_version = :version and total <> :total))
                """)
                        .param("version", version)
                        .param("offer", offer.value())
                        .param("total", total)
                        .update()
                == 1;
    }

    /**
     * Lets one of those who saw this epoch rebuild the counter, unless another rebuild began less than the pause ago. The
     * counter of an offer that is closed out is never built again.
     */
    public boolean advanceEpoch(OfferId offer, long seen, Duration pause) {
        var now = clock.instant();
        return sql.sql("""
                update stock_balance set epoch = epoch + 1, epoch_ms = :now
                 where offer_id = :offer and epoch = :seen and epoch_ms <= :before and settled_ms = 0
                """)
                        .param("now", now.toEpochMilli())
                        .param("offer", offer.value())
                        .param("seen", seen)
                        .param("before", now.minus(pause).toEpochMilli())
                        .update()
                == 1;
    }

    /** Whether it was paused before. */
    public boolean pause(OfferId offer, boolean paused) {
        var before = sql.sql("select paused from stock_balance where offer_id = :offer for update")
                .param("offer", offer.value())
                .query(Boolean.class)
                .optional()
                .orElseThrow(() -> unknown(offer));
        requireOne(
                sql.sql("update stock_balance set paused = :paused where offer_id = :offer")
                        .param("paused", paused ? 1 : 0)
                        .param("offer", offer.value())
                        .update(),
                offer);
        return before;
    }

    /** Ends the sale for good at an instant that is after its beginning and before its end, unless it was stopped before. */
    public boolean stop(OfferId offer, Instant end) {
        return sql.sql("""
                update stock_balance set planned_closes_ms = closes_ms, closes_ms = :end
                 where offer_id = :offer and planned_closes_ms is null and opens_ms < :end and closes_ms > :end
                """)
                        .param("end", end.toEpochMilli())
                        .param("offer", offer.value())
                        .update()
                == 1;
    }

    /** Keeps the sale from ever opening; its units are gone already. */
    public boolean withdraw(OfferId offer) {
        return sql.sql("""
                update stock_balance set planned_closes_ms = closes_ms
                 where offer_id = :offer and planned_closes_ms is null and total = 0
                """).param("offer", offer.value()).update() == 1;
    }

    public void changeLimit(OfferId offer, int limitPerShopper) {
        requireOne(
                sql.sql("update stock_balance set limit_per_shopper = :limit where offer_id = :offer")
                        .param("limit", limitPerShopper)
                        .param("offer", offer.value())
                        .update(),
                offer);
    }

    /** How many units may go to one address, 0 for as many as anybody orders. */
    public void changeAddressLimit(OfferId offer, int limitPerAddress) {
        requireOne(
                sql.sql("update stock_balance set limit_per_address = :limit where offer_id = :offer")
                        .param("limit", limitPerAddress)
                        .param("offer", offer.value())
                        .update(),
                offer);
    }

    public List<SaleTerms> terms(Collection<OfferId> offers) {
        return offers.isEmpty()
                ? List.of()
                : sql.sql("select * from stock_balance where offer_id in (:offers)")
                        .param("offers", offers.stream().map(OfferId::value).toList())
                        .query(StockBalanceRepository::terms)
                        .list();
    }

    List<SaleTerms> terms(Instant opensBefore, Instant closesAfter) {
        return sql.sql("""
                select * from stock_balance where closes_ms > :after and opens_ms < :before and settled_ms = 0
                 order by offer_id
                """)
                .param("after", closesAfter.toEpochMilli())
                .param("before", opensBefore.toEpochMilli())
                .query(StockBalanceRepository::terms)
                .list();
    }

    /** Offers whose sale ended before that and is not closed out. */
    public List<OfferId> notClosedOut(Instant closedBefore, int most) {
        return sql.sql("""
                select offer_id from stock_balance where settled_ms = 0 and closes_ms <= :before order by closes_ms limit :most
                """)
                .param("before", closedBefore.toEpochMilli())
                .param("most", most)
                .query((row, number) -> new OfferId(row.getLong("offer_id")))
                .list();
    }

    public long countNotClosedOut(Instant closedBefore) {
        return sql.sql("select count(*) from stock_balance where settled_ms = 0 and closes_ms <= :before and "
                        + OfferId.IS_REAL)
                .param("before", closedBefore.toEpochMilli())
                .query(Long.class)
                .single();
    }

    /** Closes out an offer's sale once: of all who try it one wins. */
    public boolean closeOut(OfferId offer, Instant at) {
        return sql.sql("update stock_balance set settled_ms = :at where offer_id = :offer and settled_ms = 0")
                        .param("at", at.toEpochMilli())
                        .param("offer", offer.value())
                        .update()
                == 1;
    }

    public List<OfferId> closedOutInCounter(int most) {
        return sql.sql("select offer_id from stock_balance where settled_ms > 0 and counter_dropped = 0 limit :most")
                .param("most", most)
                .query((row, number) -> new OfferId(row.getLong("offer_id")))
                .list();
    }

    public void markDropped(OfferId offer) {
        sql.sql("update stock_balance set counter_dropped = 1 where offer_id = :offer and settled_ms > 0")
                .param("offer", offer.value())
                .update();
    }

    static IllegalArgumentException unknown(OfferId offer) {
        return new IllegalArgumentException("The ledger has no offer " + offer);
    }

    /** The driver counts rows found, not rows changed, so an update that changes nothing counts too. */
    private static void requireOne(int updated, OfferId offer) {
        if (updated != 1) {
            throw unknown(offer);
        }
    }

    private static SaleTerms terms(ResultSet row, int number) throws SQLException {
        return new SaleTerms(
                new OfferId(row.getLong("offer_id")),
                new SaleWindow(
                        Instant.ofEpochMilli(row.getLong("opens_ms")), Instant.ofEpochMilli(row.getLong("closes_ms"))),
                row.getInt("limit_per_shopper"),
                row.getInt("limit_per_address"),
                row.getInt("total"),
                row.getLong("total_version"),
                Optional.ofNullable(row.getObject("unit_price_fen", Long.class)).map(Money::new),
                row.getInt("available"),
                row.getLong("epoch"),
                Instant.ofEpochMilli(row.getLong("epoch_ms")),
                row.getInt("paused") != 0,
                Optional.ofNullable(row.getObject("planned_closes_ms", Long.class))
                        .map(Instant::ofEpochMilli),
                row.getLong("settled_ms") > 0,
                OfferKind.valueOf(row.getString("kind")));
    }
}
