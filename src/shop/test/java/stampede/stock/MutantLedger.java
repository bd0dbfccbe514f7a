package stampede.stock;

import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import stampede.catalog.OfferId;
import stampede.counter.StockWorkbench;
import stampede.money.Money;
import stampede.simulation.Mutant;

/** The ledger's tables, each with the rule left out that a mutant breaks. */
public final class MutantLedger {

    private MutantLedger() {}

    public static StockBalanceRepository balances(Mutant mutant, StockWorkbench bench) {
        return switch (mutant) {
            case SQL_TAKE_WITHOUT_GUARD, SQL_TAKE_DOWN_TO_ZERO ->
                new StockBalanceRepository(bench.jdbc, bench.sql, bench.clock) {
                    @Override
                    Set<OfferId> take(Map<OfferId, Integer> units) {
                        var less = mutant == Mutant.SQL_TAKE_DOWN_TO_ZERO
                                ? "greatest(available - :units, 0)"
                                : "available - :units";
                        units.forEach((offer, wanted) -> bench.sql
                                .sql("update stock_balance set available = " + less + " where offer_id = :offer")
                                .param("units", wanted)
                                .param("offer", offer.value())
                                .update());
                        return units.keySet();
                    }
                };
            case SQL_TOTAL_WITHOUT_VERSION ->
                new StockBalanceRepository(bench.jdbc, bench.sql, bench.clock) {
                    @Override
                    Optional<Long> adjust(OfferId offer, int difference) {
                        bench.sql
                                .sql(
                                        "update stock_balance set total = total + :by, available = available + :by where offer_id = :offer")
                                .param("by", difference)
                                .param("offer", offer.value())
                                .update();
                        return Optional.of(StockWorkbench.nextId());
                    }
                };
            case SQL_TOTAL_IS_NEVER_OVERTAKEN ->
                new StockBalanceRepository(bench.jdbc, bench.sql, bench.clock) {
                    @Override
                    public boolean overtake(OfferId offer, long version, int total) {
                        return false;
                    }
                };
            case SQL_PRICE_IS_NOT_COMPARED ->
                new StockBalanceRepository(bench.jdbc, bench.sql, bench.clock) {
                    @Override
                    public List<SaleTerms> terms(Collection<OfferId> offers) {
                        return super.terms(offers).stream()
                                .map(terms -> with(terms, Optional.empty(), terms.plannedEnd()))
                                .toList();
                    }
                };
            case SQL_STOP_IS_NOT_READ, SQL_STOP_FORGETS_THE_PLANNED_END ->
                new StockBalanceRepository(bench.jdbc, bench.sql, bench.clock) {
                    @Override
                    public List<SaleTerms> terms(Collection<OfferId> offers) {
                        return super.terms(offers).stream()
                                .map(terms -> with(
                                        terms,
                                        terms.price(),
                                        terms.plannedEnd()
                                                .filter(end -> mutant == Mutant.SQL_STOP_FORGETS_THE_PLANNED_END)
                                                .map(end -> terms.window().closesAt())))
                                .toList();
                    }
                };
            default -> new StockBalanceRepository(bench.jdbc, bench.sql, bench.clock);
        };
    }

    private static SaleTerms with(SaleTerms terms, Optional<Money> price, Optional<Instant> plannedEnd) {
        return new SaleTerms(
                terms.offer(),
                terms.window(),
                terms.limitPerShopper(),
                terms.limitPerAddress(),
                terms.total(),
                terms.totalVersion(),
                price,
                terms.available(),
                terms.epoch(),
                terms.epochAt(),
                terms.paused(),
                plannedEnd,
                terms.closedOut(),
                terms.kind());
    }

    public static ShopperQuotaRepository quotas(Mutant mutant, StockWorkbench bench) {
        return mutant != Mutant.SQL_NO_QUOTA
                ? new ShopperQuotaRepository(bench.jdbc, bench.sql)
                : new ShopperQuotaRepository(bench.jdbc, bench.sql) {
                    @Override
                    Set<Reservation> claim(List<Reservation> reservations) {
                        reservations.forEach(reservation -> bench.sql
                                .sql("""
                                        insert into stock_quota (offer_id, shopper_id, used) values (:offer, :shopper, :units)
                                        on duplicate key update used = used + values(used)
                                        """)
                                .param("offer", reservation.offer().value())
                                .param("shopper", reservation.shopper().value())
                                .param("units", reservation.units())
                                .update());
                        return new LinkedHashSet<>(reservations);
                    }
                };
    }

    public static AddressQuotaRepository addressQuotas(Mutant mutant, StockWorkbench bench) {
        return mutant != Mutant.SQL_ADDRESS_KEEPS_ITS_UNITS
                ? new AddressQuotaRepository(bench.jdbc)
                : new AddressQuotaRepository(bench.jdbc) {
                    @Override
                    void giveUp(Map<Reservation, AddressKey> reservations) {}
                };
    }

    public static StockMovementRepository movements(Mutant mutant, StockWorkbench bench) {
        return switch (mutant) {
            case SQL_RETURNS_TWICE, SQL_RETURNS_TWICE_BESIDE_THE_KEY ->
                new StockMovementRepository(bench.jdbc, bench.sql, bench.clock) {
                    @Override
                    Taken takenForUpdate(Collection<Reservation> reservations) {
                        return new Taken(
                                reservations.stream().map(Reservation::id).collect(Collectors.toSet()), Map.of());
                    }

                    @Override
                    void putBack(Collection<Reservation> reservations) {
                        super.putBack(reservations.stream()
                                .filter(reservation -> mutant == Mutant.SQL_RETURNS_TWICE || !isBack(reservation))
                                .toList());
                    }

                    private boolean isBack(Reservation reservation) {
                        return bench.sql
                                        .sql(
                                                "select count(*) from stock_movement where kind = 'RETURN' and order_id = :id")
                                        .param("id", reservation.id().value())
                                        .query(Long.class)
                                        .single()
                                > 0;
                    }
                };
            default -> new StockMovementRepository(bench.jdbc, bench.sql, bench.clock);
        };
    }
}
