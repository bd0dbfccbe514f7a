package stampede.sale;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static stampede.counter.StockWorkbench.OPERATOR;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;
import stampede.StampedeTest;
import stampede.account.AccountId;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.books.BooksCheck;
import stampede.catalog.OfferId;
import stampede.catalog.OfferPublishing;
import stampede.catalog.TestOffers;
import stampede.counter.LiveStock;
import stampede.counter.StockView;
import stampede.ids.Ids;
import stampede.purchase.PurchaseRefusal;
import stampede.purchase.PurchaseRefused;
import stampede.purchase.PurchaseRequest;
import stampede.purchase.Purchases;
import stampede.testing.Proof;

/** What operators do to a sale while 50 shoppers press, four times a second each; 500 with {@code -Dproof=full}. */
@StampedeTest
class SaleActsUnderLoadTests {

    private static final int SHOPPERS = Proof.size(50, 500);
    private static final long BETWEEN_PRESSES = Duration.ofMillis(250).toNanos();
    private static final String WHY = "because of the test";

    @Autowired
    private OfferPublishing offerPublishing;

    @Autowired
    private LiveStock live;

    @Autowired
    private Purchases purchases;

    @Autowired
    private SaleUnits units;

    @Autowired
    private SaleStop stop;

    @Autowired
    private BooksCheck books;

    @Autowired
    private JdbcTemplate jdbc;

    @Autowired
    private Ids ids;

    @Test
    void tenMoreAreSoldAndNoneBesides() throws InterruptedException {
        var offer = running(5);
        try (var crowd = new Crowd(offer)) {
            crowd.awaitAccepted(5);
            crowd.awaitRefused(PurchaseRefusal.SOLD_OUT, SHOPPERS);

            units.add(OPERATOR, offer, 10, units.look(offer).orElseThrow().version(), WHY);

            crowd.awaitAccepted(15);
            crowd.awaitRefused(PurchaseRefusal.SOLD_OUT, SHOPPERS);
            assertThat(crowd.end()).isEqualTo(15);
        }
        awaitOrders(offer, 15);
    }

    @Test
    void whoeverPressesAfterTheAnswerOfAStopGetsNothing() throws InterruptedException {
        var offer = running(100_000);
        try (var crowd = new Crowd(offer)) {
            crowd.awaitAccepted(50);

            stop.stop(OPERATOR, offer, WHY);
            crowd.stopped.set(System.nanoTime());

            crowd.awaitRefused(PurchaseRefusal.ENDED, SHOPPERS);
            var accepted = crowd.end();
            assertThat(crowd.tooLate).hasValue(0);
            awaitOrders(offer, accepted);
        }
    }

    private OfferId running(int allotment) {
        var offer = TestOffers.running(offerPublishing, allotment, 1);
        await().atMost(ofSeconds(20)).until(() -> live.of(offer).gate() == StockView.Gate.OPEN);
        return offer;
    }

    /** What was accepted became orders, and the books agree. */
    private void awaitOrders(OfferId offer, int accepted) {
        await().atMost(ofSeconds(60))
                .untilAsserted(() -> assertThat(jdbc.queryForObject(
                                "select count(*) from orders where offer_id = ? and holds_units = 1",
                                Integer.class,
                                offer.value()))
                        .isEqualTo(accepted));
        await().atMost(ofSeconds(30))
                .untilAsserted(() -> assertThat(books.check(offer).broken()).isEmpty());
    }

    /** Each presses again and again; after whoever has theirs comes somebody else. */
    private final class Crowd implements AutoCloseable {

        private final AtomicInteger accepted = new AtomicInteger();
        private final AtomicInteger tooLate = new AtomicInteger();
        private final AtomicLong stopped = new AtomicLong(Long.MAX_VALUE);
        private final Map<PurchaseRefusal, AtomicInteger> refused = new ConcurrentHashMap<>();
        private final ExecutorService threads = Executors.newFixedThreadPool(SHOPPERS);
        private final OfferId offer;
        private volatile boolean isOver;

        Crowd(OfferId offer) {
            this.offer = offer;
            for (var number = 0; number < SHOPPERS; number++) {
                var address = "10.9." + number / 250 + "." + number % 250;
                threads.execute(() -> press(address));
            }
        }

        private void press(String address) {
            var account = somebody();
            while (!isOver) {
                var begun = System.nanoTime();
                try {
                    purchases.buy(new PurchaseRequest(
                            purchases.admit(account, address), offer, 1, "West Lake 1", "press-" + ids.next()));
                    accepted.incrementAndGet();
                    if (begun > stopped.get()) {
                        tooLate.incrementAndGet();
                    }
                    account = somebody();
                } catch (PurchaseRefused refusal) {
                    refused.computeIfAbsent(refusal.reason(), reason -> new AtomicInteger())
                            .incrementAndGet();
                }
                LockSupport.parkNanos(BETWEEN_PRESSES);
            }
        }

        private SignedIn somebody() {
            var shopper = new AccountId(ids.next());
            return new SignedIn(shopper, "presses" + shopper, Role.SHOPPER);
        }

        void awaitAccepted(int number) {
            await().atMost(ofSeconds(30)).until(() -> accepted.get() >= number);
        }

        /** So many more than by now. */
        void awaitRefused(PurchaseRefusal reason, int more) {
            var counter = refused.computeIfAbsent(reason, unknown -> new AtomicInteger());
            var before = counter.get();
            await().atMost(ofSeconds(60)).until(() -> counter.get() >= before + more);
        }

        /** How many were accepted. */
        int end() throws InterruptedException {
            isOver = true;
            threads.shutdown();
            assertThat(threads.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
            return accepted.get();
        }

        @Override
        public void close() {
            isOver = true;
            threads.shutdownNow();
        }
    }
}
