package stampede.simulation;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import stampede.books.BooksCheck;
import stampede.books.BooksProperties;
import stampede.books.HighestEpochs;
import stampede.books.LedgerCheckRepository;
import stampede.books.RuleFinding;
import stampede.books.SaleWatchProperties;
import stampede.catalog.OfferId;
import stampede.catalog.OfferKind;
import stampede.counter.StockTwin;
import stampede.counter.StockWorkbench;
import stampede.coupon.CouponTwin;
import stampede.order.Order;
import stampede.order.OrderId;
import stampede.order.OrderStatus;
import stampede.order.OrderTwin;
import stampede.order.Orders;
import stampede.pastsale.PastSaleRepository;
import stampede.payment.MoneyTwin;
import stampede.payment.PretendAlipay;
import stampede.recovery.CounterDrift;
import stampede.recovery.CounterRebuild;
import stampede.recovery.CounterRepair;
import stampede.recovery.CounterSync;
import stampede.recovery.RecoveryProperties;
import stampede.recovery.ReservationStates;
import stampede.recovery.ReservationSweeper;
import stampede.recovery.SweepOutcomes;
import stampede.sale.SaleTwin;
import stampede.shipping.ShippingTwin;
import stampede.stock.Reservation;

/** The shop's own classes around one offer, on the real database and the real Redis, with the rest of the world in our hands. */
public final class TwinShop {

    /** Longer than any test: what is leased or put off comes back when the test says so. */
    private static final Duration LONG = Duration.ofHours(1);

    private static final Duration ABANDON_AFTER = Duration.ofMinutes(3);

    public final OfferId offer;
    public final RecordedMessages post = new RecordedMessages();
    final MortalTransactions transactions;
    public final PretendAlipay alipay;
    public final StockTwin stock;
    final SaleTwin sale;
    public final ShippingTwin shipping;
    final CouponTwin coupons;
    public final OrderTwin order;
    public final MoneyTwin.Desk money;
    final ReservationSweeper sweeper;
    final CounterSync audit;
    public final CounterRebuild rebuild;
    final CounterRepair repair;
    final BooksCheck check;
    private final HighestEpochs highestEpochs = new HighestEpochs();
    private final StockWorkbench bench = StockWorkbench.get();
    private Duration ahead = Duration.ZERO;

    /** Sells goods for ¥9.90. */
    public TwinShop(int units, int limit, Mutant mutant) {
        this(OfferKind.GOODS, units, limit, mutant);
    }

    TwinShop(OfferKind kind, int units, int limit, Mutant mutant) {
        offer = bench.offer(units, limit);
        transactions = new MortalTransactions(Objects.requireNonNull(bench.transactions.getTransactionManager()));
        coupons = new CouponTwin(transactions, mutant);
        switch (kind) {
            case GOODS -> bench.price(offer, 990);
            case COUPON -> {
                bench.price(offer, 0);
                coupons.offer(offer);
            }
        }
        alipay = new PretendAlipay(mutant);
        stock = new StockTwin(offer, mutant);
        sale = new SaleTwin(stock, transactions, mutant);
        var moneys = new ArrayList<MoneyTwin>();
        order = new OrderTwin(
                stock,
                post,
                coupons,
                transactions,
                steps -> {
                    moneys.add(new MoneyTwin(steps, post, alipay, bench.clock, transactions));
                    return moneys.get(0).trades;
                },
                mutant);
        money = moneys.get(0).desk(order.orders);
        shipping = new ShippingTwin(order, transactions, mutant);
        var rulings = mutant == Mutant.SWEEPER_RELEASES_WITHOUT_A_VERDICT
                ? new Hasty(order.orders)
                : new ReservationStates(order.orders);
        var properties = new BooksProperties(Duration.ofMinutes(1), Duration.ZERO, Duration.ZERO, Duration.ZERO);
        var watch = new SaleWatchProperties(Duration.ofMinutes(5), Duration.ofHours(1), LONG, 1);
        var recovery = new RecoveryProperties(
                Duration.ofSeconds(1),
                Duration.ofSeconds(30),
                LONG,
                LONG,
                ABANDON_AFTER,
                Duration.ZERO,
                Duration.ZERO,
                Duration.ofSeconds(30));
        var meters = new SimpleMeterRegistry();
        sweeper = new ReservationSweeper(
                stock.counter,
                rulings,
                order.placement,
                order.messages,
                post,
                recovery,
                new Ahead(),
                new SweepOutcomes(event -> {}, meters));
        audit = new CounterSync(
                stock.reservations,
                stock.counter,
                stock.loading,
                order.orders,
                rulings,
                order.placement,
                new CounterDrift(stock.inspection, stock.ledger, meters),
                event -> {});
        rebuild = new CounterRebuild(
                stock.ledger, stock.inspection, stock.loading, audit, recovery, bench.clock, event -> {});
        repair = new CounterRepair(
                stock.ledger, stock.inspection, stock.loading, rebuild, watch, new Ahead(), event -> {});
        check = new BooksCheck(
                new LedgerCheckRepository(bench.sql, new PastSaleRepository(bench.sql), properties),
                stock.inspection,
                highestEpochs,
                () -> Optional.of(0L),
                properties,
                Objects.requireNonNull(bench.transactions.getTransactionManager()),
                bench.clock);
    }

    /** With everything else Redis loses the fence between rebuilds: one that began before may load its older epoch afterwards. */
    void loseRedis() {
        stock.lose();
        highestEpochs.forget(offer);
    }

    /** A Redis that comes back with an old copy is another one than before. */
    void restoreRedis() {
        stock.restore();
        highestEpochs.forget(offer);
    }

    /** Sweeps when every reservation is too old to become an order. */
    void sweepLater() {
        ahead = ABANDON_AFTER.plusMinutes(1);
        try {
            sweeper.sweep(offer);
        } finally {
            ahead = Duration.ZERO;
        }
    }

    Map<Long, LedgerModel.Row> rows() {
        var rows = new TreeMap<Long, LedgerModel.Row>();
        bench.sql
                .sql("select id, shopper_id, units, status, holds_units from orders where offer_id = :offer")
                .param("offer", offer.value())
                .query(row -> {
                    rows.put(
                            row.getLong("id"),
                            new LedgerModel.Row(
                                    row.getLong("shopper_id"),
                                    row.getInt("units"),
                                    OrderStatus.valueOf(row.getString("status")),
                                    row.getInt("holds_units") == 1));
                });
        return rows;
    }

    /** What the ledger asks for one unit, in fen. */
    long price() {
        return bench.jdbc.queryForObject(
                "select unit_price_fen from stock_balance where offer_id = ?", Long.class, offer.value());
    }

    /** The last rebuild is a minute ago. */
    void letRebuildsRest() {
        bench.jdbc.update("update stock_balance set epoch_ms = epoch_ms - 60000 where offer_id = ?", offer.value());
    }

    /** Adds units to what Redis has left, as nobody ever should. */
    void incrementLeft(int units) {
        bench.redis.opsForHash().increment(StockWorkbench.key(offer, "state"), "left", units);
    }

    public List<String> broken(Collection<RuleFinding> findings) {
        return findings.stream()
                .filter(finding -> !finding.ok())
                .map(finding -> finding.rule() + " " + finding.deviation())
                .toList();
    }

    /** The rules that hold at any time and do not now. */
    public List<String> brokenAlways() {
        return broken(check.check(offer).always());
    }

    /** Somebody begins to pay for the order, and does. */
    public void pay(Order unpaid) {
        money.begin(unpaid);
        var number = unpaid.id().toString();
        alipay.open(number, unpaid.total());
        alipay.pay(number, unpaid.total());
        alipay.paid().stream()
                .filter(trade -> trade.order.equals(number))
                .forEach(trade -> money.notified(MoneyTwin.paid(trade.order, trade.number, trade.amount, true)));
    }

    public static OrderId id(Reservation reservation) {
        return new OrderId(reservation.id().value());
    }

    public Optional<Order> find(OrderId id) {
        return order.orders.find(id);
    }

    /** Takes no row for a verdict. */
    private static final class Hasty extends ReservationStates {

        Hasty(Orders orders) {
            super(orders);
        }

        @Override
        public Ruling on(Collection<Reservation> reservations) {
            var ruling = super.on(reservations);
            ruling.over().addAll(ruling.unknown());
            ruling.unknown().clear();
            return ruling;
        }
    }

    private final class Ahead extends Clock {

        @Override
        public Instant instant() {
            return bench.clock.instant().plus(ahead);
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            throw new UnsupportedOperationException();
        }
    }
}
