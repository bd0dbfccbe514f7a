package stampede.faults;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.awaitility.core.ConditionFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import stampede.account.AccountId;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.alipaysandbox.LocalAlipay;
import stampede.alipaysandbox.LocalAlipay.RefusedHere;
import stampede.alipaysandbox.LocalAlipayFault;
import stampede.books.BooksCheck;
import stampede.books.RuleFinding;
import stampede.catalog.OfferId;
import stampede.catalog.OfferPublishing;
import stampede.catalog.TestOffers;
import stampede.counter.LiveStock;
import stampede.counter.StockView;
import stampede.history.TaskResults;
import stampede.payment.PaymentRefused;
import stampede.paymentadmin.PaymentAdmin;
import stampede.paymentadmin.Reconciliation;

/**
 * Payments by the thousand while everything goes wrong that can: in the end each that succeeded at Alipay has paid its order or
 * has gone back in full, once, and both sides' sums agree. Ends with an exception if not. A program, with a local Alipay, a shop
 * and servers of its own; see {@link PaymentStormTests}.
 */
final class PaymentStorm {

    private static final int AT_ONCE = 16;

    private static final SignedIn OPERATOR = new SignedIn(new AccountId(1), "operator", Role.OPERATOR);
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private static final List<LocalAlipayFault> FAULTS = List.of(
            LocalAlipayFault.drop().share(0.1),
            LocalAlipayFault.delay(ofMillis(700)).share(0.1),
            LocalAlipayFault.duplicate(5).share(0.1),
            LocalAlipayFault.reorder().share(0.1),
            LocalAlipayFault.forge().share(0.1),
            LocalAlipayFault.wrongAmount().share(0.05),
            LocalAlipayFault.wrongApp().share(0.05),
            LocalAlipayFault.wrongSeller().share(0.05),
            LocalAlipayFault.answerLost(ofMillis(50)).share(0.05),
            LocalAlipayFault.answerLost(ofSeconds(3)).share(0.01),
            LocalAlipayFault.error500().share(0.05),
            LocalAlipayFault.systemError().share(0.05),
            LocalAlipayFault.refuse("ACQ.SELLER_BALANCE_NOT_ENOUGH")
                    .of("alipay.trade.refund")
                    .share(0.1),
            LocalAlipayFault.refundNotDone().share(0.2));

    private final long seed;
    private final int payments;
    private final LocalAlipay alipay = LocalAlipay.shared();

    private PaymentStorm(long seed, int payments) {
        this.seed = seed;
        this.payments = payments;
    }

    /** Threads of shop and Alipay go on after a failure, so it is ended by hand. */
    public static void main(String[] arguments) {
        try {
            new PaymentStorm(Long.parseLong(arguments[0]), Integer.parseInt(arguments[1])).run();
            System.exit(0);
        } catch (Throwable broken) {
            broken.printStackTrace();
            System.exit(1);
        }
    }

    private void run() throws Exception {
        try (var servers = OwnServers.empty("stampede_storm", 2);
                var shop = OwnShop.start(servers, settings())) {
            var offer = onSale(shop);
            var buyers = IntStream.range(0, payments)
                    .mapToObj(number -> new Buyer(shop, alipay, offer, seed, number))
                    .toList();
            alipay.switchOn(seed, FAULTS);
            all(buyers, Buyer::begin);
            var money = new MoneyCheck(shop.the(JdbcClient.class), alipay);
            inTime().untilAsserted(money::nobodyCanPay);
            all(buyers, Buyer::end);
            alipay.switchAllOff();

            inTime().until(() -> alipay.open().none());
            reconcile(shop);
            inTime().untilAsserted(money::nothingIsOpen);
            money.everyTradeIsKeptOrWentBack();
            money.everythingHappened();
            assertThat(reconcile(shop)).allSatisfy(day -> {
                assertThat(day.differences()).isEmpty();
                assertThat(day.ours()).isEqualTo(day.bill());
            });
            inTime().untilAsserted(() -> assertThat(
                            shop.the(BooksCheck.class).check(offer).findings())
                    .allMatch(RuleFinding::ok));
        }
    }

    private List<String> settings() {
        var settings = new ArrayList<>(List.of(
                "--logging.level.root=warn",
                "--stampede.order.payment-time=15s",
                "--stampede.order.poll-every=1s",
                "--stampede.order.give-up-closing-after=6s",
                "--stampede.alipay.timeout=2s",
                "--stampede.payment.query-after=2s,6s,20s",
                "--stampede.payment.refund-again=100ms",
                "--stampede.payment.refund-ask-after=200ms",
                "--stampede.payment.refund-wait-at-most=1s",
                "--stampede.payment.refund-lease=4s",
                "--stampede.payment.refund-poll-every=1s"));
        alipay.settings().forEach((name, value) -> settings.add("--" + name + "=" + value));
        return settings;
    }

    private OfferId onSale(OwnShop shop) {
        var offer = TestOffers.running(shop.the(OfferPublishing.class), payments, 1);
        inTime().until(() -> shop.the(LiveStock.class).of(offer).gate() == StockView.Gate.OPEN);
        return offer;
    }

    /** That the shop or Alipay says no to what somebody wants is part of their life. */
    private static void all(List<Buyer> buyers, Consumer<Buyer> act) throws InterruptedException, ExecutionException {
        var threads = Executors.newFixedThreadPool(AT_ONCE);
        try {
            var acts = buyers.stream()
                    .map(buyer -> threads.submit(() -> {
                        try {
                            act.accept(buyer);
                        } catch (PaymentRefused | RefusedHere no) {
                            // Too late, or paid already.
                        }
                    }))
                    .toList();
            for (var each : acts) {
                each.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    /** Looks once a second, lest looking take the time of what is looked at. */
    private static ConditionFactory inTime() {
        return await().atMost(PATIENCE).pollInterval(ofSeconds(1));
    }

    /** Two days, if it was midnight at Alipay meanwhile. */
    private static List<Reconciliation> reconcile(OwnShop shop) {
        var today = LocalDate.now(ZoneId.of("Asia/Shanghai"));
        return List.of(today.minusDays(1), today).stream()
                .map(day -> {
                    var desk = shop.the(PaymentAdmin.class);
                    shop.the(TaskResults.class).await(desk.reconcile(OPERATOR, day), Integer.class, PATIENCE);
                    return desk.reconciliation(day).orElseThrow();
                })
                .toList();
    }
}
