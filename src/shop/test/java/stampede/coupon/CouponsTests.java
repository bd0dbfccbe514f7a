package stampede.coupon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import stampede.StampedeTest;
import stampede.account.Accounts;
import stampede.account.NewAccount;
import stampede.account.Role;
import stampede.account.Scope;
import stampede.account.SignedIn;
import stampede.account.Username;
import stampede.books.BooksCheck;
import stampede.catalog.Catalog;
import stampede.catalog.Offer;
import stampede.catalog.OfferId;
import stampede.catalog.OfferPublishing;
import stampede.catalog.Slot;
import stampede.counter.StockView;
import stampede.ids.Ids;
import stampede.inquiry.OrderTotalsRepository;
import stampede.money.Money;
import stampede.order.OrderStatus;
import stampede.order.Orders;
import stampede.purchase.PurchaseRefusal;
import stampede.purchase.PurchaseRefused;
import stampede.purchase.Purchases;

@StampedeTest
class CouponsTests {

    private static final Duration SOON = Duration.ofSeconds(60);

    @Autowired
    private Coupons coupons;

    @Autowired
    private CouponClaims claims;

    @Autowired
    private CouponStop stop;

    @Autowired
    private Purchases purchases;

    @Autowired
    private Orders orders;

    @Autowired
    private Accounts accounts;

    @Autowired
    private Catalog catalog;

    @Autowired
    private OfferPublishing publishing;

    @Autowired
    private BooksCheck books;

    @Autowired
    private OrderTotalsRepository totals;

    @Autowired
    private JdbcClient sql;

    @Test
    void isTakenAsGoodsAreBoughtAndHadAtOnce() throws InterruptedException {
        var began = Instant.now().minusSeconds(5);
        var seller = seller();
        var offer = coupons.publish(seller, tenOff(3));
        var shopper = shopper();

        var coupon = claim(shopper, offer);

        assertThat(coupon.terms().faceValue()).isEqualTo(new Money(1000));
        assertThat(coupon.stateAt(Instant.now())).isEqualTo(Coupon.State.UNUSED);
        assertThat(Duration.between(coupon.takenAt(), coupon.validUntil())).isEqualTo(Duration.ofDays(30));
        var order = orders.find(shopper.id(), coupon.order()).orElseThrow();
        assertThat(order.status()).isEqualTo(OrderStatus.FINISHED);
        assertThat(order.total()).isEqualTo(new Money(0));
        assertThat(coupons.of(shopper.id(), 0, 20).items()).containsExactly(coupon);
        var seen = coupons.offer(Scope.of(seller), offer).orElseThrow();
        assertThat(List.of(seen.amount(), seen.left(), seen.given(), seen.used()))
                .containsExactly(3, 2, 1, 0);
        assertThat(books.check(offer).always()).allMatch(finding -> finding.ok());
        assertThat(totals.since(began).coupons()).as("counted apart").isPositive();
        assertThat(totals.since(began).placed()).isEqualTo(placedForMoney(began));
    }

    @Test
    void isHadOnceAndByAsManyAsThereAre() throws InterruptedException {
        var offer = coupons.publish(seller(), tenOff(1));
        var first = shopper();
        claim(first, offer);

        assertRefused(PurchaseRefusal.ALREADY_BOUGHT, first, offer);
        assertRefused(PurchaseRefusal.SOLD_OUT, shopper(), offer);
    }

    @Test
    void isInNoSlotThatAnybodySees() {
        var running = catalog.runningSlot();
        var offer = coupons.publish(seller(), tenOff(1));

        var published = catalog.offer(offer).orElseThrow();

        assertThat(published.isCoupon()).isTrue();
        assertThat(catalog.coupons()).contains(published);
        assertThat(claims.toBeHad())
                .extracting(coupon -> coupon.terms().offer())
                .contains(offer);
        assertThat(catalog.slot(published.slot())).isEmpty();
        assertThat(catalog.runningSlot().filter(Slot::isOfCoupons)).isEmpty();
        assertThat(running.filter(Slot::isOfCoupons)).isEmpty();
        var opens = published.window().opensAt().atZone(catalog.zone()).toLocalDate();
        assertThat(catalog.slots(opens)).noneMatch(Slot::isOfCoupons);
        assertThat(Duration.between(
                        published.window().opensAt(), published.window().closesAt()))
                .isEqualTo(Duration.ofDays(30));
        assertThat(publishing.products(published.seller())).isEmpty();
    }

    @Test
    void endsByItsOwnWindow() {
        var offer = coupons.publish(
                seller(),
                new NewCoupon(
                        "Morning " + UUID.randomUUID(),
                        "",
                        new Money(1),
                        new Money(0),
                        5,
                        Optional.empty(),
                        Optional.of(Instant.now().plusSeconds(2)),
                        1,
                        Optional.empty()));

        await().atMost(SOON)
                .until(() ->
                        catalog.coupons().stream().noneMatch(one -> one.id().equals(offer)));

        assertRefused(PurchaseRefusal.ENDED, shopper(), offer);
    }

    @Test
    void isStoppedByItsSellerAlone() throws InterruptedException {
        var seller = seller();
        var offer = coupons.publish(seller, tenOff(5));
        var shopper = shopper();
        var coupon = claim(shopper, offer);

        assertThatThrownBy(() -> stop.stop(seller(), offer, "not mine"))
                .isInstanceOfSatisfying(
                        CouponRefused.class,
                        refused -> assertThat(refused.reason()).isEqualTo(CouponRefusal.NO_SUCH_COUPON_OFFER));
        stop.stop(seller, offer, "enough of it");

        assertRefused(PurchaseRefusal.ENDED, shopper(), offer);
        assertThat(coupons.offer(Scope.of(seller), offer).orElseThrow().stateAt(Instant.now()))
                .isEqualTo(CouponOffer.State.STOPPED);
        assertThat(coupons.use(seller, coupon.code().spaced()).usedAt()).isPresent();
    }

    @Test
    void isWithdrawnBeforeItOpens() {
        var seller = seller();
        var offer = coupons.publish(
                seller,
                new NewCoupon(
                        "Tomorrow " + UUID.randomUUID(),
                        "",
                        new Money(500),
                        new Money(0),
                        5,
                        Optional.of(Instant.now().plus(Duration.ofDays(1))),
                        Optional.empty(),
                        1,
                        Optional.empty()));
        assertRefused(PurchaseRefusal.NOT_OPEN_YET, shopper(), offer);

        stop.stop(seller, offer, "not after all");

        assertThat(catalog.coupons()).extracting(Offer::id).doesNotContain(offer);
        assertThat(coupons.offer(Scope.of(seller), offer).orElseThrow().stateAt(Instant.now()))
                .isEqualTo(CouponOffer.State.STOPPED);
    }

    /** At the counter many try the same code; and another seller's till does not know it. */
    @Test
    void isUsedOnceOfAHundredTries() throws Exception {
        var seller = seller();
        var offer = coupons.publish(seller, tenOff(1));
        var coupon = claim(shopper(), offer);
        assertUseRefused(CouponRefusal.NO_SUCH_COUPON, seller(), coupon.code().letters());
        Callable<Optional<CouponRefusal>> till = () -> use(seller, coupon.code().letters());

        var answers = new ArrayList<Optional<CouponRefusal>>();
        var threads = Executors.newFixedThreadPool(16);
        try {
            for (var answer : threads.invokeAll(
                    IntStream.range(0, 100).mapToObj(i -> till).toList())) {
                answers.add(answer.get());
            }
        } finally {
            threads.shutdownNow();
        }

        assertThat(answers).filteredOn(Optional::isEmpty).hasSize(1);
        assertThat(answers.stream().flatMap(Optional::stream))
                .isSubsetOf(CouponRefusal.COUPON_USED, CouponRefusal.TOO_MANY_CODES);
        assertThat(auditLines("COUPON_USED", "coupon:" + coupon.order())).isEqualTo(1);
        assertThat(coupons.offer(Scope.of(seller), offer).orElseThrow().used()).isEqualTo(1);
    }

    @Test
    void nobodyFindsCodesByTrying() {
        var seller = seller();
        for (int tried = 1; tried <= 20; tried++) {
            assertUseRefused(
                    CouponRefusal.NO_SUCH_COUPON, seller, CouponCode.random().letters());
        }

        assertUseRefused(
                CouponRefusal.TOO_MANY_CODES, seller, CouponCode.random().letters());
        assertUseRefused(CouponRefusal.NO_SUCH_COUPON, seller(), "not a code");
    }

    @Test
    void isGoodForNothingWhenItsTimeIsOver() throws InterruptedException {
        var seller = seller();
        var coupon = claim(shopper(), coupons.publish(seller, tenOff(1)));
        sql.sql("update coupon set valid_until_ms = taken_ms where order_id = :order")
                .param("order", coupon.order().value())
                .update();

        assertUseRefused(CouponRefusal.COUPON_EXPIRED, seller, coupon.code().letters());
        assertThat(coupons.find(coupon.owner(), coupon.order()).orElseThrow().stateAt(Instant.now()))
                .isEqualTo(Coupon.State.EXPIRED);
    }

    @Test
    void hasANameOfItsOwn() {
        var seller = seller();
        var coupon = tenOff(1);
        coupons.publish(seller, coupon);

        assertBad(CouponRefusal.COUPON_NAME_TAKEN, seller, coupon);

        assertThat(coupons.publish(seller(), coupon)).isNotNull();
        assertThat(coupons.offers(Scope.of(seller), 0, 10).total()).isEqualTo(1);
    }

    @Test
    void refusesWhatMakesNoSense() {
        var seller = seller();
        var good = tenOff(1);
        var now = Instant.now();

        assertBad(CouponRefusal.BAD_COUPON_NAME, seller, like(good, " ", 1000, 1, 30));
        assertBad(CouponRefusal.BAD_COUPON_NAME, seller, like(good, "x".repeat(61), 1000, 1, 30));
        assertBad(CouponRefusal.BAD_COUPON_NAME, seller, like(good, "two\nlines", 1000, 1, 30));
        assertBad(CouponRefusal.BAD_FACE_VALUE, seller, like(good, "a", 0, 1, 30));
        assertBad(CouponRefusal.BAD_FACE_VALUE, seller, like(good, "a", 100_000_001, 1, 30));
        assertBad(CouponRefusal.BAD_AMOUNT, seller, like(good, "a", 1000, 0, 30));
        assertBad(CouponRefusal.BAD_AMOUNT, seller, like(good, "a", 1000, 1_000_001, 30));
        assertBad(CouponRefusal.BAD_VALIDITY, seller, like(good, "a", 1000, 1, 0));
        assertBad(CouponRefusal.BAD_COUPON_WINDOW, seller, until(good, now.minusSeconds(1)));
        assertBad(CouponRefusal.BAD_COUPON_WINDOW, seller, until(good, now.plus(Duration.ofDays(400))));
    }

    /** Who is told that it is theirs sees it in the list at once, whoever placed the order. */
    @Test
    void isInTheListAsSoonAsItIsTaken() throws InterruptedException {
        var offer = coupons.publish(seller(), tenOff(30));
        awaitOpen(offer);
        var told = 0;
        for (int i = 0; i < 30; i++) {
            var shopper = shopper();
            var coupon = claimOnce(shopper, offer).coupon();
            told += coupon.isPresent() ? 1 : 0;
            coupon.ifPresent(
                    mine -> assertThat(coupons.of(shopper.id(), 0, 20).items()).containsExactly(mine));
        }
        assertThat(told).isPositive();
    }

    private static NewCoupon like(NewCoupon coupon, String name, long faceFen, int amount, int days) {
        return new NewCoupon(
                name,
                coupon.description(),
                new Money(faceFen),
                coupon.minimumSpend(),
                amount,
                coupon.from(),
                coupon.until(),
                days,
                coupon.validUntil());
    }

    private static NewCoupon until(NewCoupon coupon, Instant until) {
        return new NewCoupon(
                coupon.name(),
                coupon.description(),
                coupon.faceValue(),
                coupon.minimumSpend(),
                coupon.amount(),
                coupon.from(),
                Optional.of(until),
                coupon.validDays(),
                coupon.validUntil());
    }

    private static NewCoupon tenOff(int amount) {
        return new NewCoupon(
                "Ten off " + UUID.randomUUID(),
                "For <everything>",
                new Money(1000),
                new Money(9900),
                amount,
                Optional.empty(),
                Optional.empty(),
                30,
                Optional.empty());
    }

    /** A busy machine may take longer than a shopper waits. */
    private Coupon claim(SignedIn shopper, OfferId offer) throws InterruptedException {
        awaitOpen(offer);
        claimOnce(shopper, offer);
        await().atMost(SOON).until(() -> coupons.of(shopper.id(), 0, 1).total() == 1);
        return coupons.of(shopper.id(), 0, 1).items().get(0);
    }

    private CouponClaim claimOnce(SignedIn shopper, OfferId offer) throws InterruptedException {
        return claims.claim(
                purchases.admit(shopper, "127.0.0.1"), offer, UUID.randomUUID().toString());
    }

    private long placedForMoney(Instant since) {
        return sql.sql("""
                        select count(*) from orders
                         where id >= :first and total_fen > 0 and status not in ('REJECTED', 'ABANDONED')
                        """)
                .param("first", Ids.firstOf(since.toEpochMilli()))
                .query(Long.class)
                .single();
    }

    private void awaitOpen(OfferId offer) {
        await().atMost(SOON).until(() -> isOpen(offer));
    }

    private boolean isOpen(OfferId offer) {
        return claims.toBeHad().stream()
                .anyMatch(coupon ->
                        coupon.terms().offer().equals(offer) && coupon.stock().gate() == StockView.Gate.OPEN);
    }

    private void assertRefused(PurchaseRefusal reason, SignedIn shopper, OfferId offer) {
        await().atMost(SOON)
                .untilAsserted(() -> assertThatThrownBy(() -> claimOnce(shopper, offer))
                        .isInstanceOfSatisfying(
                                PurchaseRefused.class,
                                refused -> assertThat(refused.reason()).isEqualTo(reason)));
    }

    private void assertUseRefused(CouponRefusal reason, SignedIn seller, String code) {
        assertThat(use(seller, code)).contains(reason);
    }

    private Optional<CouponRefusal> use(SignedIn seller, String code) {
        try {
            coupons.use(seller, code);
            return Optional.empty();
        } catch (CouponRefused refused) {
            return Optional.of(refused.reason());
        }
    }

    private void assertBad(CouponRefusal reason, SignedIn seller, NewCoupon coupon) {
        assertThatThrownBy(() -> coupons.publish(seller, coupon))
                .isInstanceOfSatisfying(
                        CouponRefused.class,
                        refused -> assertThat(refused.reason()).isEqualTo(reason));
    }

    private long auditLines(String action, String subject) {
        return sql.sql("select count(*) from operator_audit where action = :action and subject = :subject")
                .param("action", action)
                .param("subject", subject)
                .query(Long.class)
                .single();
    }

    private SignedIn seller() {
        return accounts.invite(new NewAccount(new Username(name("seller")), Role.SELLER));
    }

    private SignedIn shopper() {
        return accounts.invite(new NewAccount(new Username(name("shopper")), Role.SHOPPER));
    }

    private static String name(String prefix) {
        return prefix + UUID.randomUUID().toString().replace("-", "").substring(0, 16);
    }
}
