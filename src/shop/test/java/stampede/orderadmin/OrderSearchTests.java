package stampede.orderadmin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Writer;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import stampede.account.AccountId;
import stampede.account.Scope;
import stampede.counter.StockWorkbench;
import stampede.desk.CsvWriter;
import stampede.ids.Ids;
import stampede.listing.ListPage;
import stampede.listing.ListQuery;
import stampede.listing.ListRepositories;
import stampede.listing.ListSpec;
import stampede.order.OrderId;
import stampede.order.OrderStatus;
import stampede.testing.NumberTable;
import stampede.testing.Proof;

/**
 * Orders are found by whatever somebody knows of one, by reading few rows of many: 20,000, or a million with {@code -Dproof=full}, a second
 * between them. Every thousandth is SHIPPED, the oldest hundredth PAID, every tenth CLOSED, all others FINISHED.
 */
class OrderSearchTests {

    private static final int ORDERS = Proof.size(20_000, 1_000_000);

    /** What a page reads at most: its rows, with the names of each, and what it counts. */
    private static final long FEW = 4_000;

    private static final long MOST_MS = 150;

    /** As many as a file has at most. */
    private static final int CSV_ROWS = 200_000;

    /** Later than those of all other tests, so that nobody who walks by number comes to them. */
    private static final Instant FIRST = Instant.parse("2040-01-01T00:00:00Z");

    /** When money came for an order that was closed weeks before. */
    private static final Instant LATE = FIRST.plus(Duration.ofDays(40));

    /** Other tests have orders of theirs in the same database. */
    private static final String OWN = "&from=" + local(FIRST);

    private static final long OFFERS = 900_000_000_000L;
    private static final int OFFERS_OF_A_PRODUCT = 4;
    private static final long SELLERS = 910_000_000_000L;
    private static final long SHOPPERS = 920_000_000_000L;
    private static final int OF_AN_OFFER = ORDERS / 200;
    private static final int OF_A_SHOPPER = 20;

    /** Bought half-way through the smaller number. */
    private static final int MEI = 500;

    private static final ListSpec LIST = OrderFields.ofOperators("/console/orders", "console.orders");
    private static final ListSpec SELLERS_LIST = OrderFields.ofSellers("/seller/orders", "seller.orders");
    private static final Scope ALL = new Scope.All();

    private static final StockWorkbench BENCH = StockWorkbench.get();

    private final OrderSearchRepository orders = new OrderSearchRepository(
            ListRepositories.on(BENCH.jdbc),
            ListRepositories.ofPages(BENCH.jdbc),
            new OrderFilter(new OrderKeyRepository(BENCH.sql)),
            BENCH.sql);

    @BeforeAll
    static void sell() {
        BENCH.jdbc.update("delete from orders where id >= ?", id(0));
        BENCH.jdbc.update(
                """
                insert into orders (id, offer_id, shopper_id, product_name, units, unit_price_fen, total_fen, status, address,
                                    holds_units, reserved_at_ms, placed_at_ms, expires_at_ms, paid_at_ms)
                select ((? + seq * 1000) << 22) + seq %% 4096, ? + seq div ?, ? + seq div ?, 'Teapot', 1,
                       if(seq = 7, 777777, 1000 + seq %% 500), if(seq = 7, 777777, 1000 + seq %% 500),
                       if(seq %% 1000 = 1, 'SHIPPED', if(seq < ?, 'PAID', if(seq %% 10 = 3, 'CLOSED', 'FINISHED'))),
                       '', if(seq %% 10 = 3, 0, 1), ? + seq * 1000, ? + seq * 1000, 1, if(seq %% 10 = 3, null, ? + seq * 1000 + 60000)
                  from %s
                """.formatted(NumberTable.below(ORDERS)),
                id(0) >> 22,
                OFFERS,
                OF_AN_OFFER,
                SHOPPERS,
                OF_A_SHOPPER,
                ORDERS / 100,
                FIRST.toEpochMilli(),
                FIRST.toEpochMilli(),
                FIRST.toEpochMilli());
        BENCH.jdbc.update(
                "replace into slot (id, opens_ms, closes_ms) select ? + seq, ? + seq * 60000, ? + seq * 60000 + 1 from "
                        + NumberTable.below(200),
                OFFERS,
                FIRST.toEpochMilli(),
                FIRST.toEpochMilli());
        BENCH.jdbc.update("""
                insert ignore into product (id, seller_id, name, description_html, picture, list_price_fen, version)
                select ? + seq, ? + seq div 10, concat('Searched teapot no ', seq, '%%'), '', '', 1, 0 from %s
                """.formatted(NumberTable.below(50)), OFFERS, SELLERS);
        BENCH.jdbc.update("""
                insert ignore into offer (id, slot_id, product_id, price_fen, allotment, limit_per_shopper, version)
                select ? + seq, ? + seq, ? + seq div ?, 1, 1, 1, 0 from %s
                """.formatted(NumberTable.below(200)), OFFERS, OFFERS, OFFERS, OFFERS_OF_A_PRODUCT);
        BENCH.jdbc.update(
                "insert ignore into account (id, username, password_hash, role, created_ms) values (?, 'search-mei', '', 'SHOPPER', 0)",
                SHOPPERS + MEI);
        BENCH.jdbc.update(
                "insert ignore into payment (trade_no, order_id, amount_fen, state, received_at_ms) values ('2040999', ?, 1, 'APPLIED', 1)",
                id(70));
        BENCH.jdbc.update("""
                insert ignore into payment (trade_no, order_id, amount_fen, state, received_at_ms) values ('2040998000', ?, 1, 'LATE', ?)
                """, id(13), LATE.toEpochMilli());
        BENCH.jdbc.update("update orders set paid_at_ms = ? where id = ?", LATE.toEpochMilli(), id(13));
        BENCH.jdbc.update("delete from refund where order_id >= ?", id(0));
        BENCH.jdbc.update("""
                insert into refund (out_request_no, order_id, amount_fen, reason, state, attempts, requested_at_ms)
                select concat('R-search-', seq), ((? + seq * 1000) << 22) + seq %% 4096, 1, 'SHOPPER',
                       if(seq = 20, 'ASKED', if(seq = 40, 'DECLINED', 'DONE')), 0, 1
                  from %s where seq %% 20 = 0 and seq <= 1000
                """.formatted(NumberTable.below(ORDERS)), id(0) >> 22);
        BENCH.jdbc.execute("analyze table orders");
        BENCH.jdbc.execute("analyze table refund");
    }

    /** Nobody is to find that these wait. */
    @AfterAll
    static void forget() {
        BENCH.jdbc.update("delete from refund where order_id >= ?", id(0));
    }

    /** A name, what is asked, and how many are found. */
    static List<Map.Entry<String, Integer>> searches() {
        var found = new LinkedHashMap<String, Integer>();
        found.put("number=" + id(42), 1);
        found.put("number=order:" + id(42), 1);
        found.put("number=2040999", 1);
        found.put("number=trade:2040999", 1);
        found.put("number=2040998", 0);
        found.put("shopper=@search-mei", OF_A_SHOPPER);
        found.put("shopper=Search-Mei", OF_A_SHOPPER);
        found.put("shopper=" + (SHOPPERS + MEI), OF_A_SHOPPER);
        found.put("shopper=@nobody-at-all", 0);
        found.put("shopper=search-mei&status=CLOSED", 2);
        found.put("product=" + (OFFERS + 199), OF_AN_OFFER);
        found.put("product=Searched teapot no 49%", OFFERS_OF_A_PRODUCT * OF_AN_OFFER);
        found.put("product=Searched teapot no 4_", 0);
        found.put("slot=" + local(FIRST.plusSeconds(60)), OF_AN_OFFER);
        found.put("slot=" + local(FIRST.plusSeconds(60)) + "&product=" + (OFFERS + 1), OF_AN_OFFER);
        found.put("slot=" + local(FIRST.plusSeconds(60)) + "&product=" + (OFFERS + 199), 0);
        found.put("status=SHIPPED" + OWN, ORDERS / 1000);
        found.put("status=SHIPPED.REFUNDED" + OWN, ORDERS / 1000);
        found.put("status=PAID" + OWN, ORDERS / 100 - ORDERS / 100_000 - (ORDERS < 100_000 ? 1 : 0));
        found.put("status=AWAITING_PAYMENT" + OWN, 0);
        found.put("from=" + local(at(600)) + "&to=" + local(at(660)), 60);
        found.put("paid-from=" + local(at(660)) + "&paid-to=" + local(at(720)), 54);
        found.put("paid-from=" + local(LATE.minusSeconds(60)) + "&paid-to=" + local(LATE.plusSeconds(60)), 1);
        found.put("refund=OPEN&number=" + id(20), 1);
        found.put("refund=ANY&number=" + id(40), 0);
        found.put("refund=NONE&number=" + id(40), 1);
        found.put("refund=ANY" + OWN, Math.min(50, ORDERS / 20));
        found.put("refund=OPEN" + OWN, 1);
        found.put("amount-from=7777.77&amount-to=7777.77", 1);
        found.put("amount-from=7000", 1);
        return List.copyOf(found.entrySet());
    }

    @ParameterizedTest
    @MethodSource("searches")
    void eachIsFoundByReadingFewRows(Map.Entry<String, Integer> search) {
        var query = query(LIST, search.getKey());
        assertThat(query.ignored()).isEmpty();

        var found = new AtomicInteger();
        orders.forEach(ALL, query, ORDERS, order -> found.incrementAndGet());
        var page = new ArrayList<ListPage<OrderLine>>();
        var read = rowsRead(() -> page.add(orders.page(ALL, query)));

        assertThat(found.get()).isEqualTo(search.getValue());
        assertThat(page.get(0).count().number()).isEqualTo(Math.min(10_000, search.getValue()));
        if (search.getValue() <= 1_000) {
            assertThat(read).as("rows read").isLessThan(FEW);
        }
    }

    @Test
    void readsEveryPageByKeyThereAndBack() {
        var query = "status=SHIPPED.PAID" + OWN;
        var all = new ArrayList<OrderId>();
        orders.forEach(ALL, query(LIST, query), 200, order -> all.add(order.id()));
        var first = orders.page(ALL, query(LIST, query));
        var second =
                orders.page(ALL, query(LIST, query + "&after=" + first.after().orElseThrow()));
        var back = orders.page(
                ALL, query(LIST, query + "&before=" + second.before().orElseThrow()));
        var oldest = orders.page(ALL, query(LIST, query + "&sort=placed"));

        assertThat(ids(first)).containsExactlyElementsOf(all.subList(0, 50));
        assertThat(ids(second)).containsExactlyElementsOf(all.subList(50, 100));
        assertThat(ids(back)).containsExactlyElementsOf(ids(first));
        assertThat(all).isSortedAccordingTo((one, other) -> Long.compare(other.value(), one.value()));
        assertThat(ids(oldest)).first().isEqualTo(new OrderId(id(0)));
    }

    @Test
    void aSellerFindsWhatTheySoldAndNothingElse() {
        var seller = new Scope.Of(new AccountId(SELLERS + 4));
        var last = new OrderId(id(ORDERS - 1));
        var page = new ArrayList<ListPage<OrderLine>>();

        var read = rowsRead(() -> page.add(orders.page(seller, query(SELLERS_LIST, "stage=SHIPPED"))));
        var found = page.get(0).rows();

        assertThat(found).isNotEmpty().allSatisfy(order -> {
            assertThat(order.seller().value()).isEqualTo(SELLERS + 4);
            assertThat(order.status()).isEqualTo(OrderStatus.SHIPPED);
        });
        assertThat(Proof.isFull() || read < 20 * FEW).as("%s rows read", read).isTrue();
        assertThat(orders.page(seller, query(SELLERS_LIST, "number=" + last)).rows())
                .hasSize(1);
        assertThat(orders.page(seller, query(SELLERS_LIST, "number=" + id(0))).rows())
                .isEmpty();
        assertThat(orders.find(seller, last)).isPresent();
        assertThat(orders.find(seller, new OrderId(id(0)))).as("another's").isEmpty();
        assertThat(orders.find(seller, new OrderId(id(ORDERS - 7))))
                .as("was never paid")
                .isEmpty();
    }

    /** As operators look: the first page, one that is filtered, and one far behind. */
    @Test
    void answersWithinTheTimeThatPeopleWait() {
        var searches =
                new ArrayList<>(searches().stream().map(Map.Entry::getKey).toList());
        searches.add("");
        searches.add("after=" + id(ORDERS / 2));
        searches.add("status=FINISHED.CLOSED");
        searches.add("status=FINISHED&after=" + id(ORDERS / 2));
        searches.add("amount-from=10&amount-to=15");
        searches.add("paid-from=" + local(FIRST) + "&paid-to=" + local(at(ORDERS)));

        searches.forEach(search -> {
            var times = new ArrayList<Long>();
            for (var i = 0; i < 20; i++) {
                var begun = System.nanoTime();
                orders.page(ALL, query(LIST, search));
                times.add((System.nanoTime() - begun) / 1_000_000);
            }
            var most = Proof.percentile(times, 0.95);
            Proof.print("orders: %d, %s: p50 %d ms, p95 %d ms", ORDERS, search, Proof.percentile(times, 0.5), most);
            assertThat(most).as(search).isLessThan(Proof.isFull() ? MOST_MS : 20 * MOST_MS);
        });
    }

    /** Alone in its process: what others hold would be counted, too. */
    @Tag(Proof.WHOLE)
    @Test
    void aFileOfTwoHundredThousandRowsNeedsLittleMemory() throws IOException {
        var csv = new CsvWriter(Writer.nullWriter());
        var written = new AtomicInteger();
        var before = heapInUse();
        var most = new AtomicLong();

        var all = orders.forEach(ALL, query(LIST, ""), CSV_ROWS, row -> {
            csv.line(
                    "order:" + row.id(), row.product(), row.units(), row.total().fen(), row.status(), row.placedAt());
            if (written.incrementAndGet() % (CSV_ROWS / 10) == 0) {
                most.accumulateAndGet(heapInUse() - before, Math::max);
            }
        });

        Proof.print("orders as a file: %d rows, %d MB more of heap at most", written.get(), most.get() >> 20);
        assertThat(all).as("there are more").isFalse();
        assertThat(written).hasValue(CSV_ROWS);
        assertThat(most.get()).isLessThan(64L << 20);
    }

    private static long heapInUse() {
        System.gc();
        var runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }

    private static List<OrderId> ids(ListPage<OrderLine> page) {
        return page.rows().stream().map(OrderLine::id).toList();
    }

    private static long rowsRead(Runnable search) {
        return Objects.requireNonNull(BENCH.transactions.execute(status -> {
            var before = handlerReads();
            search.run();
            return handlerReads() - before;
        }));
    }

    private static long handlerReads() {
        return BENCH
                .jdbc
                .query("show session status like 'Handler_read%'", (row, number) -> row.getLong("Value"))
                .stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    private static ListQuery query(ListSpec list, String address) {
        var parameters = new LinkedHashMap<String, String[]>();
        for (var part : address.split("&", -1)) {
            var at = part.indexOf('=');
            if (at > 0) {
                parameters.put(part.substring(0, at), new String[] {part.substring(at + 1)});
            }
        }
        return ListQuery.of(list, parameters, ZoneId.of("UTC"));
    }

    private static long id(int second) {
        return Ids.firstOf(at(second).toEpochMilli()) + second % 4096;
    }

    private static Instant at(int second) {
        return FIRST.plusSeconds(second);
    }

    private static String local(Instant at) {
        return at.atOffset(ZoneOffset.UTC).toLocalDateTime().toString();
    }
}
