package stampede.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.config.AutowireCapableBeanFactory;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.StampedeTest;
import stampede.account.Accounts;
import stampede.account.Role;
import stampede.account.Scope;
import stampede.api.ApiClient;
import stampede.api.ShopFixture;
import stampede.books.BooksCheck;
import stampede.books.Rule;
import stampede.catalog.OfferId;
import stampede.catalog.OfferPublishing;
import stampede.catalog.SlotId;
import stampede.catalog.TestOffers;
import stampede.counter.LiveStock;
import stampede.counter.StockView;
import stampede.inquiry.OrderTotals;
import stampede.inquiry.OrderTotalsRepository;
import stampede.money.Money;
import stampede.order.OrderId;
import stampede.order.Orders;
import stampede.payment.PaidOrders;
import stampede.pulse.PulseCounts;
import stampede.pulse.PulseEvent;
import stampede.pulse.PulseReader;
import stampede.refusal.RefusalException;
import stampede.report.SaleReport;
import stampede.report.SaleReports;
import stampede.report.SaleTotals;
import stampede.report.WeekReport;
import stampede.report.WeekReports;
import stampede.testing.Proof;

/**
 * Random rehearsals beside random real sales in which shoppers press, pay, cancel, and forget to pay: three in the suite, a hundred with {@code
 * -Dproof=full}. Whoever counts by hand what became of each press comes to what the reports, the counters and the books say, and they say the
 * same where nothing of the shadows is in the database. Nothing else may run beside it.
 */
@Isolated
@StampedeTest
class RandomRehearsalsTests {

    private static final int PLAYS = Proof.size(3, 100);
    private static final long SEED = Long.getLong("rehearsal.seed", System.nanoTime());
    private static final Duration PATIENCE = Duration.ofMinutes(4);
    private static final long PRICE_FEN = 1_990;

    @LocalServerPort
    private int port;

    @Autowired
    private ShopFixture fixture;

    @Autowired
    private Accounts accounts;

    @Autowired
    private OfferPublishing publishing;

    @Autowired
    private LiveStock stock;

    @Autowired
    private Rehearsals rehearsals;

    @Autowired
    private ShadowOrderRepository shadowOrders;

    @Autowired
    private PaidOrders payments;

    @Autowired
    private Orders orders;

    @Autowired
    private BooksCheck books;

    @Autowired
    private OrderTotalsRepository totals;

    @Autowired
    private PulseReader pulse;

    @Autowired
    private MeterRegistry meters;

    @Autowired
    private AutowireCapableBeanFactory beans;

    @Autowired
    private TransactionTemplate transaction;

    @Autowired
    private JdbcClient sql;

    @Test
    void noRehearsalIsSeenInTheBooksAndReportsOfRealSales() throws Exception {
        Proof.print("%d random rehearsals: -Drehearsal.seed=%d", PLAYS, SEED);
        var random = new Random(SEED);
        var began = Instant.now();
        var before = meters();
        var plays = new ArrayList<Play>();
        while (plays.size() < PLAYS) {
            plays.add(play(new Random(random.nextLong())));
        }
        plays.forEach(this::awaitRest);

        var sum = plays.stream().map(Play::counted).reduce(Counted.NONE, Counted::plus);
        plays.forEach(play -> assertThatReportsAreOf(play, began));
        assertThat(totals.since(began))
                .isEqualTo(new OrderTotals(sum.placed, sum.paid, sum.placed - sum.paid, 0, sum.money(), 0));
        var grown = meters();
        grown.replaceAll((meter, count) -> count - before.getOrDefault(meter, 0L));
        assertThat(grown)
                .isEqualTo(Map.of(
                        "accepted",
                        sum.accepted,
                        "placed",
                        sum.placed,
                        "paid",
                        sum.paid,
                        "closed",
                        sum.placed - sum.paid));
        assertThatNothingDependsOnShadows(plays, began);
        assertThat(plays.stream().map(Play::rehearsal).flatMap(this::report))
                .as("some came to a verdict")
                .isNotEmpty()
                .allSatisfy(report -> {
                    assertThat(report.figure(RehearsalFigure.Name.LOST)
                                    .orElseThrow()
                                    .value())
                            .isZero();
                    assertThat(report.broken()).isEmpty();
                });
        Proof.print(
                "%d presses accepted, %d orders, %d of them paid, beside %d units of shadows",
                sum.accepted,
                sum.placed,
                sum.paid,
                plays.stream()
                        .mapToLong(play -> shadowOrders.unitsTaken(OfferId.shadow(play.rehearsal)))
                        .sum());
    }

    private Play play(Random random) throws Exception {
        var limit = 1 + random.nextInt(3);
        var units = 5 + random.nextInt(36);
        var slot = TestOffers.runningSlot(publishing);
        var offer = publishing.publish(TestOffers.offer(TestOffers.product(publishing, "Teapot"), slot, units, limit));
        await().atMost(PATIENCE).until(() -> stock.of(offer).gate() == StockView.Gate.OPEN);
        var rehearsal = ask(plan(offer, random));
        var shoppers = fixture.shoppers(4 + random.nextInt(8)).stream()
                .map(token ->
                        new RealShopper(new ApiClient(port).as(token), offer, limit, new Random(random.nextLong())))
                .toList();
        var pool = Executors.newFixedThreadPool(4);
        var counted = Counted.NONE;
        try {
            var acts = new ArrayList<Future<Counted>>();
            shoppers.forEach(shopper -> acts.add(pool.submit(shopper::act)));
            if (random.nextInt(5) == 0) {
                stop(rehearsal);
            }
            for (var act : acts) {
                counted = counted.plus(act.get());
            }
        } catch (ExecutionException fault) {
            throw new AssertionError("Seed " + SEED, fault);
        } finally {
            pool.shutdownNow();
        }
        await().atMost(PATIENCE)
                .until(() -> rehearsals.find(rehearsal).orElseThrow().isOver());
        return new Play(offer, slot, units, rehearsal, counted);
    }

    private static RehearsalPlan plan(OfferId offer, Random random) {
        return new RehearsalPlan(
                offer,
                10 + random.nextInt(21),
                1 + random.nextInt(3),
                random.nextBoolean() ? RehearsalCurve.RAMP : RehearsalCurve.AT_ONCE,
                1 + random.nextInt(60),
                1 + random.nextInt(120),
                true);
    }

    /** A worker may still have the one before in its hands. */
    private long ask(RehearsalPlan plan) {
        var operator = accounts.ensure("random-operator", "a long enough password", Role.OPERATOR);
        return await().atMost(PATIENCE)
                .ignoreExceptionsInstanceOf(RefusalException.class)
                .until(() -> rehearsals.ask(operator, plan), number -> true);
    }

    private void stop(long rehearsal) {
        try {
            rehearsals.stop(accounts.ensure("random-operator", "a long enough password", Role.OPERATOR), rehearsal);
        } catch (RefusalException over) {
            assertThat(over.reason()).isEqualTo(RehearsalRefusal.REHEARSAL_OVER);
        }
    }

    /** Nobody pays any more, unpaid orders are closed, and the books agree: of the real offer and of its shadow. */
    private void awaitRest(Play play) {
        for (var offer : List.of(play.offer, OfferId.shadow(play.rehearsal))) {
            await("all orders of " + offer + " are paid or closed")
                    .atMost(PATIENCE)
                    .until(() -> closeOverdue(offer).isEmpty());
            if (exists(offer)) {
                await("the books of " + offer).atMost(PATIENCE).untilAsserted(() -> {
                    assertThat(books.check(offer)
                                    .findings()
                                    .filter(finding -> !finding.ok() && finding.rule() != Rule.Q6))
                            .isEmpty();
                });
            }
        }
    }

    private void assertThatReportsAreOf(Play play, Instant began) {
        var counted = play.counted;
        assertThat(slotTotals(play))
                .as("the slot's report, seed %d", SEED)
                .isEqualTo(new SaleTotals(
                        counted.paidUnits,
                        counted.placed,
                        counted.paid,
                        counted.placed - counted.paid,
                        counted.money(),
                        new Money(0)));
        assertThat(sql.sql("select available from stock_balance where offer_id = :offer")
                        .param("offer", play.offer.value())
                        .query(Long.class)
                        .single())
                .as("the ledger")
                .isEqualTo(play.units - counted.paidUnits);
        await("the seconds of " + play.offer).atMost(PATIENCE).untilAsserted(() -> {
            var seconds = seconds(play.offer, began);
            assertThat(Stream.of(PulseEvent.ACCEPTED, PulseEvent.PLACED, PulseEvent.PAID, PulseEvent.CLOSED)
                            .map(seconds::of))
                    .containsExactly(counted.accepted, counted.placed, counted.paid, counted.placed - counted.paid);
        });
    }

    /** Every report once more where no row of a shadow is left, which is then taken back. */
    private void assertThatNothingDependsOnShadows(List<Play> plays, Instant began) {
        var with = reports(plays, began);
        transaction.executeWithoutResult(status -> {
            for (var play : plays) {
                var shadow = OfferId.shadow(play.rehearsal);
                while (shadowOrders.forgetOrders(shadow, 1_000) > 0) {
                    // The next thousand.
                }
                shadowOrders.forget(shadow);
            }
            assertThat(sql.sql("select count(*) from orders where offer_id >= :first and id >= :since")
                            .param("first", OfferId.shadow(0).value())
                            .param("since", stampede.ids.Ids.firstOf(began.toEpochMilli()))
                            .query(Long.class)
                            .single())
                    .isZero();
            assertThat(reports(plays, began)).isEqualTo(with);
            status.setRollbackOnly();
        });
        assertThat(plays.stream()
                        .mapToLong(play -> shadowOrders.count(OfferId.shadow(play.rehearsal)))
                        .sum())
                .as("there was something to be seen")
                .isPositive();
    }

    /** Those that nobody has read before, so that nothing of them is kept. */
    private List<Object> reports(List<Play> plays, Instant began) {
        var sales = beans.createBean(SaleReports.class);
        var weeks = beans.createBean(WeekReports.class);
        var all = new ArrayList<Object>();
        for (var play : plays) {
            all.add(lasting(sales.of(play.offer, new Scope.All()).orElseThrow()));
            all.add(sales.ofSlot(play.slot.value()).orElseThrow());
        }
        all.add(totals.since(began));
        all.add(lasting(weeks.of(weeks.current())));
        return all;
    }

    /** What of it does not depend on when it is made. */
    private static List<Object> lasting(SaleReport report) {
        return List.of(
                report.sale(), report.units(), report.funnel(), report.refusals(), report.money(), report.fairness());
    }

    private static List<Object> lasting(WeekReport report) {
        return List.of(
                report.sales(),
                report.closedOut(),
                report.notClosedOut(),
                report.unfinished(),
                report.refunds(),
                report.lateMoney());
    }

    private SaleTotals slotTotals(Play play) {
        return beans.createBean(SaleReports.class)
                .ofSlot(play.slot.value())
                .orElseThrow()
                .totals();
    }

    private PulseCounts seconds(OfferId offer, Instant began) {
        var until = Instant.now().getEpochSecond() + 2;
        var sum = new PulseCounts();
        for (var from = began.getEpochSecond(); from < until; from += PulseReader.MOST_SECONDS) {
            pulse.past(offer, from, Math.min(until, from + PulseReader.MOST_SECONDS))
                    .seconds()
                    .forEach(sum::addAll);
        }
        return sum;
    }

    private Stream<RehearsalReport> report(long rehearsal) {
        return rehearsals.find(rehearsal).orElseThrow().end().orElseThrow().report().stream();
    }

    private Map<String, Long> meters() {
        var counts = new LinkedHashMap<String, Long>();
        counts.put("accepted", (long) meters.get("stampede.purchases")
                .tag("outcome", "accepted")
                .counter()
                .count());
        for (var step : List.of("placed", "paid", "closed")) {
            counts.put(step, (long)
                    meters.get("stampede.orders").tag("step", step).counter().count());
        }
        return counts;
    }

    private boolean exists(OfferId offer) {
        return count("select count(*) from stock_balance where offer_id = :offer", offer) > 0;
    }

    /** The timer of an order leaves it to the next look, an hour away in tests, if somebody else has it in hand; answers those that are left. */
    private List<OrderId> closeOverdue(OfferId offer) {
        var left = sql.sql(
                        "select id from orders where offer_id = :offer and status in ('AWAITING_PAYMENT', 'CLOSING')")
                .param("offer", offer.value())
                .query((row, number) -> new OrderId(row.getLong(1)))
                .list();
        left.forEach(order -> orders.closeIfDue(order, "test"));
        return left;
    }

    private long count(String query, OfferId offer) {
        return sql.sql(query).param("offer", offer.value()).query(Long.class).single();
    }

    /**
     * A rehearsal and the sale beside it.
     *
     * @param counted what its shoppers counted
     */
    private record Play(OfferId offer, SlotId slot, int units, long rehearsal, Counted counted) {}

    /** What shoppers know of their own presses and orders; closed are those that were placed and not paid. */
    private record Counted(long accepted, long placed, long paid, long paidUnits) {

        static final Counted NONE = new Counted(0, 0, 0, 0);

        Counted plus(Counted other) {
            return new Counted(
                    accepted + other.accepted, placed + other.placed, paid + other.paid, paidUnits + other.paidUnits);
        }

        Money money() {
            return new Money(paidUnits * PRICE_FEN);
        }
    }

    /** Presses a few times, and does with each order what people do. */
    private final class RealShopper {

        private final ApiClient shop;
        private final OfferId offer;
        private final int limit;
        private final Random random;

        RealShopper(ApiClient shop, OfferId offer, int limit, Random random) {
            this.shop = shop;
            this.offer = offer;
            this.limit = limit;
            this.random = random;
        }

        Counted act() {
            return IntStream.range(0, 1 + random.nextInt(4))
                    .mapToObj(press -> press("key-" + press))
                    .reduce(Counted.NONE, Counted::plus);
        }

        private Counted press(String key) {
            var units = 1 + random.nextInt(limit);
            var answer = shop.buy(offer.toString(), units, key);
            if (answer.status() != 202) {
                assertThat(answer.status()).as("%s", answer.body()).isIn(409, 422, 429);
                return Counted.NONE;
            }
            var order = await().atMost(PATIENCE)
                    .until(() -> shop.get(answer.header("Location")).text("orderId"), number -> !number.isEmpty());
            return switch (random.nextInt(3)) {
                case 0 -> {
                    payments.pay(orders.find(OrderId.of(order)).orElseThrow());
                    yield new Counted(1, 1, 1, units);
                }
                case 1 -> {
                    assertThat(shop.post("/api/v1/orders/" + order + "/cancellation", Map.of())
                                    .status())
                            .isEqualTo(200);
                    yield new Counted(1, 1, 0, 0);
                }
                default -> new Counted(1, 1, 0, 0);
            };
        }
    }
}
