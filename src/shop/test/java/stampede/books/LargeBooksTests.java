package stampede.books;

import static org.assertj.core.api.Assertions.assertThat;
import static stampede.counter.StockWorkbench.request;

import com.google.common.collect.Lists;
import io.lettuce.core.api.async.RedisServerAsyncCommands;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.core.RedisCallback;
import stampede.account.AccountId;
import stampede.catalog.OfferId;
import stampede.counter.StockWorkbench;
import stampede.settlement.BooksWorkbench;
import stampede.stock.Reservation;
import stampede.stock.ReservationId;
import stampede.testing.NumberTable;

/** Books of a hundred thousand orders: what a check costs, and those who buy meanwhile. */
@Tag("whole-proof")
class LargeBooksTests {

    private static final int ORDERS = 100_000;
    private static final int ROUNDS = 5;
    private static final int BUYERS = 8;

    private static int fills;

    private final BooksWorkbench bench = new BooksWorkbench();

    @Test
    void aCheckOfAHundredThousandOrdersLeavesRedisToTheBuyers() throws Exception {
        var offer = bench.stock.openOffer(2 * ORDERS, 1);
        fill(offer);
        assertThat(bench.check.check(offer).always()).allMatch(RuleFinding::ok);
        var alone = buys(offer, 1, new AtomicBoolean(), 2_000);
        var over = new AtomicBoolean();
        slowlog("1000");
        var buyer = CompletableFuture.supplyAsync(() -> buys(offer, ORDERS / 2, over, 60_000));
        var began = System.nanoTime();
        var counter = bench.stock.inspection.check(offer);
        var redis = System.nanoTime() - began;
        var report = bench.check.check(offer);
        var both = System.nanoTime() - began - redis;
        over.set(true);
        var held = slowlog("10000");

        System.out.printf(
                "PROOF %d orders: the counter is read in %d ms, all rules are checked in %d ms; reservations alone: %s; beside it: %s;"
                        + " commands that kept Redis for over 1 ms: %s%n",
                ORDERS, redis / 1_000_000, both / 1_000_000, alone, buyer.get(), held);
        assertThat(counter.findings()).isEmpty();
        assertThat(report.always()).allMatch(RuleFinding::ok);
    }

    @Test
    void aSaleGoesOnWhileItsBooksAreChecked() throws Exception {
        var offer = bench.stock.openOffer(2 * ORDERS, 1);
        fill(offer);
        sales(offer);
        var alone = new double[ROUNDS];
        var beside = new double[ROUNDS];
        var checks = new AtomicInteger();
        for (var round = 0; round < ROUNDS; round++) {
            alone[round] = sales(offer);
            var over = new AtomicBoolean();
            var checking = CompletableFuture.runAsync(() -> {
                while (!over.get()) {
                    assertThat(bench.check.check(offer).always()).allMatch(RuleFinding::ok);
                    checks.incrementAndGet();
                }
            });
            beside[round] = sales(offer);
            over.set(true);
            checking.get();
        }
        System.out.printf(
                "PROOF orders a second beside %d others: %s; while all rules are checked again and again (%d times): %s%n",
                ORDERS, rounded(alone), checks.get(), rounded(beside));
    }

    private static String rounded(double[] figures) {
        return Arrays.stream(figures).mapToObj("%.0f"::formatted).collect(Collectors.joining(", "));
    }

    /** Reserves, places and settles by some threads for a while; answers how many a second. */
    private double sales(OfferId offer) throws Exception {
        var end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        var sold = new AtomicInteger();
        var threads = Executors.newFixedThreadPool(BUYERS);
        try {
            var buyers = Stream.generate(() -> threads.submit(() -> {
                        while (System.nanoTime() < end) {
                            var reservation = bench.stock
                                    .reserve(request(offer, StockWorkbench.nextId(), 1))
                                    .orElseThrow();
                            assertThat(bench.orders.place(reservation)).isTrue();
                            bench.stock.counter.settle(List.of(reservation));
                            sold.incrementAndGet();
                        }
                    }))
                    .limit(BUYERS)
                    .toList();
            for (var buyer : buyers) {
                buyer.get();
            }
        } finally {
            threads.shutdown();
        }
        return sold.get() / 10.0;
    }

    /** A thousand shoppers a second or fewer, one after the other. */
    private String buys(OfferId offer, long firstShopper, AtomicBoolean over, long forMs) {
        var took = new ArrayList<Long>();
        var end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(forMs);
        while (!over.get() && System.nanoTime() < end) {
            var began = System.nanoTime();
            bench.stock.reserve(request(offer, ORDERS + firstShopper + took.size(), 1));
            took.add((System.nanoTime() - began) / 1000);
            LockSupport.parkNanos(1_000_000);
        }
        took.sort(null);
        return "%d, half of them in %d µs, 99 %% in %d µs, all in %d µs"
                .formatted(
                        took.size(),
                        took.get(took.size() / 2),
                        took.get(took.size() * 99 / 100),
                        took.get(took.size() - 1));
    }

    @SuppressWarnings("unchecked")
    private List<String> slowlog(String thresholdMicros) {
        return bench.stock.redis.execute((RedisCallback<List<String>>) connection -> {
            var server = (RedisServerAsyncCommands<byte[], byte[]>) connection.getNativeConnection();
            try {
                var lines = server.slowlogGet(100).get();
                server.configSet("slowlog-log-slower-than", thresholdMicros).get();
                server.slowlogReset().get();
                return lines.stream()
                        .map(line -> line(List.of(((List<Object>) line).toArray())))
                        .toList();
            } catch (InterruptedException | ExecutionException away) {
                throw new IllegalStateException(away);
            }
        });
    }

    private static String line(List<Object> line) {
        return line.get(2) + " µs " + new String((byte[]) ((List<?>) line.get(3)).get(0), StandardCharsets.UTF_8);
    }

    private void fill(OfferId offer) {
        var first = (StockWorkbench.nextId() << 1) + 2L * ORDERS * fills++;
        var now = bench.stock.clock.millis();
        sql("""
                insert into orders (id, offer_id, shopper_id, product_name, units, unit_price_fen, total_fen, status, address,
                                    holds_units, reserved_at_ms, placed_at_ms, expires_at_ms, paid_at_ms)
                select %d + seq, %d, seq, 'Teapot', 1, 1990, 1990, 'PAID', 'Somewhere 5', 1, %d, %3$d, %3$d, %3$d from %s
                """.formatted(first, offer.value(), now, NumberTable.upTo(ORDERS)));
        sql(
                "insert into order_event (order_id, from_status, to_status, at_ms, who) select id, null, 'AWAITING_PAYMENT', 1, 'worker' from orders where offer_id = "
                        + offer);
        sql(
                "insert into order_event (order_id, from_status, to_status, at_ms, who) select id, 'AWAITING_PAYMENT', 'PAID', 1, 'payment' from orders where offer_id = "
                        + offer);
        sql(
                "insert into stock_movement (offer_id, kind, delta, order_id, at_ms) select offer_id, 'TAKE', -1, id, 1 from orders where offer_id = "
                        + offer);
        sql(
                "insert into stock_quota (offer_id, shopper_id, used) select offer_id, shopper_id, 1 from orders where offer_id = "
                        + offer);
        sql(
                "insert into payment (trade_no, order_id, amount_fen, state, received_at_ms) select concat('T', id), id, 1990, 'APPLIED', 1 from orders where offer_id = "
                        + offer);
        sql("update stock_balance set available = available - " + ORDERS + " where offer_id = " + offer);
        var sold = LongStream.rangeClosed(1, ORDERS)
                .mapToObj(number -> new Reservation(
                        new ReservationId(first + number), offer, new AccountId(number), 1, Instant.ofEpochMilli(now)))
                .toList();
        Lists.partition(sold, 2_000).forEach(bench.stock.counter::settle);
    }

    private void sql(String statement) {
        bench.stock.jdbc.update(statement);
    }
}
