package stampede.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static stampede.order.OrderWorkbench.id;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import stampede.account.AccountId;
import stampede.catalog.OfferId;
import stampede.counter.CounterReservationState;
import stampede.counter.ReserveRequest;
import stampede.counter.StockWorkbench;
import stampede.stock.Reservation;
import stampede.task.Outcomes;

class OrderPlacingTests {

    private static final long SHOPPER = 7;

    private final OrderWorkbench shop = OrderWorkbench.get();

    @Test
    void makesAnOrderOfAReservation() {
        var offer = shop.openOffer(10, 2);
        var reservation = shop.placed(offer, SHOPPER, 2);

        var order = shop.orders.find(new AccountId(SHOPPER), id(reservation)).orElseThrow();
        assertThat(order.status()).isEqualTo(OrderStatus.AWAITING_PAYMENT);
        assertThat(order.productName().plain()).isEqualTo("Teapot");
        assertThat(order.total().fen()).isEqualTo(3980);
        assertThat(order.address()).isEqualTo("Somewhere 5");
        assertThat(order.reservedAt()).isEqualTo(reservation.reservedAt());
        assertThat(shop.steps(reservation)).containsExactly("null>AWAITING_PAYMENT by worker");
        assertThat(shop.available(offer)).isEqualTo(8);
        assertThat(state(reservation)).isEqualTo(new CounterReservationState.Settled(new AccountId(SHOPPER)));
    }

    /** The button knows already; what comes through the queue is not believed. */
    @Test
    void makesNothingForBotsOfRealOffersNorForPeopleOfShadows() {
        var offer = shop.openOffer(10, 2);
        var bot = reservation(offer, AccountId.bot(3).value());
        var shadow = shop.stock.openShadow(10, 2);
        var shopper = reservation(shadow, SHOPPER);
        var jobs = OrderWorkbench.jobs(shop.message(bot), shop.message(shopper));

        var outcomes = shop.tasks.place(jobs);

        assertThat(jobs).allSatisfy(job -> assertThat(outcomes.of(job)).isInstanceOf(Outcomes.Outcome.Reject.class));
        assertThat(shop.status(bot)).isEmpty();
        assertThat(shop.status(shopper)).isEmpty();
        assertThat(shop.available(offer)).isEqualTo(10);
        assertThat(shop.status(shop.placed(shadow, AccountId.bot(3).value(), 1)))
                .contains(OrderStatus.AWAITING_PAYMENT);
    }

    @Test
    void givesTheShopperThePaymentTimeByTheDatabasesClock() {
        var reservation = shop.placed(shop.openOffer(1, 1), SHOPPER, 1);

        var times = shop.stock
                .sql
                .sql("select expires_at_ms - placed_at_ms from orders where id = :id")
                .param("id", reservation.id().value())
                .query(Long.class)
                .single();
        assertThat(Duration.ofMillis(times)).isEqualTo(Duration.ofMinutes(5));
        assertThat(shop.orders
                        .find(new AccountId(SHOPPER), id(reservation))
                        .orElseThrow()
                        .payBy())
                .isBetween(Instant.now().plusSeconds(240), Instant.now().plusSeconds(301));
    }

    /** In one batch with others. */
    @Test
    void keepsByWhichTicketTheShopperCameIn() {
        var offer = shop.openOffer(5, 1);
        var first = shop.reserved(offer, SHOPPER, 1);
        var second = shop.reserved(offer, SHOPPER + 1, 1);
        var detail = new OrderDetail(1990, "Somewhere 5", Optional.of(new OrderDetail.Ticket(708_540_021L, 17)));

        shop.place(shop.message(first), shop.messages.of(second, OrderDetail.of(detail.text())));

        assertThat(ticket(first)).isEqualTo("none");
        assertThat(ticket(second)).isEqualTo("708540021 17");
        assertThat(shop.steps(second)).containsExactly("null>AWAITING_PAYMENT by worker");
        assertThat(shop.available(offer)).isEqualTo(3);
    }

    private String ticket(Reservation reservation) {
        return shop.stock
                .sql
                .sql(
                        "select coalesce((select concat(room_id, ' ', number) from order_ticket where order_id = :id), 'none')")
                .param("id", reservation.id().value())
                .query(String.class)
                .single();
    }

    /** In one batch with goods, which wait for their money; and only if they cost nothing. */
    @Test
    void aFreeCouponIsFinishedAtOnce() {
        var coupons = couponsAt(0);
        var dearCoupons = couponsAt(1990);
        var goods = shop.openOffer(10, 1);
        shop.stock.price(goods, 0);
        var coupon = shop.reserved(coupons, SHOPPER, 1);
        var dear = shop.reserved(dearCoupons, SHOPPER, 1);
        var free = shop.reserved(goods, SHOPPER, 1);
        var forged = shop.reserved(coupons, SHOPPER + 1, 1);

        shop.place(freeOfCharge(coupon), shop.message(dear), freeOfCharge(free), shop.message(forged));

        assertThat(shop.steps(coupon)).containsExactly("null>FINISHED by worker");
        assertThat(shop.steps(dear)).containsExactly("null>AWAITING_PAYMENT by worker");
        assertThat(shop.steps(free)).containsExactly("null>AWAITING_PAYMENT by worker");
        assertThat(shop.status(forged)).as("another price").contains(OrderStatus.REJECTED);
        assertThat(shop.available(coupons)).isEqualTo(9);
        assertThat(shop.coupons.codes(id(coupon))).hasSize(1);
        assertThat(Stream.of(dear, free, forged))
                .allSatisfy(other -> assertThat(shop.coupons.codes(id(other))).isEmpty());
        assertThat(shop.stock.inspection.check(coupons).findings()).isEmpty();
        assertThat(state(coupon)).isEqualTo(new CounterReservationState.Settled(new AccountId(SHOPPER)));
        assertThat(shop.sent)
                .filteredOn(CloseUnpaidOrders.class::isInstance)
                .noneMatch(sent -> ((CloseUnpaidOrders) sent)
                        .orderIds()
                        .contains(coupon.id().toString()));
    }

    private OfferId couponsAt(long fen) {
        var offer = shop.openOffer(10, 1);
        shop.stock.price(offer, fen);
        shop.coupons.offer(offer);
        return offer;
    }

    /** In a batch that is too large and delivered twice. */
    @Test
    void givesACouponToEachWhoHasAUnitAndToNobodyElse() {
        var coupons = couponsAt(0);
        var taken = reserved(coupons, 10);
        var surplus = reservation(coupons, 501);
        var batch = Stream.concat(taken.stream(), Stream.of(surplus))
                .map(this::freeOfCharge)
                .toArray(PlaceOrder[]::new);

        shop.place(batch);
        shop.place(batch);

        assertThat(taken)
                .allSatisfy(reservation ->
                        assertThat(shop.coupons.codes(id(reservation))).hasSize(1));
        assertThat(taken.stream().flatMap(reservation -> shop.coupons.codes(id(reservation)).stream()))
                .doesNotHaveDuplicates();
        assertThat(shop.status(surplus)).contains(OrderStatus.REJECTED);
        assertThat(shop.coupons.codes(id(surplus))).isEmpty();
    }

    private PlaceOrder freeOfCharge(Reservation reservation) {
        return shop.messages.of(reservation, new OrderDetail(0, "-"));
    }

    @Test
    void setsOneTimerForTheWholeBatch() {
        var offer = shop.openOffer(10, 1);
        var batch = reserved(offer, 5);

        shop.place(messages(batch));

        var ids = batch.stream().map(reservation -> reservation.id().toString()).toList();
        assertThat(shop.sent)
                .filteredOn(CloseUnpaidOrders.class::isInstance)
                .filteredOn(sent -> ((CloseUnpaidOrders) sent).orderIds().contains(ids.get(0)))
                .containsExactly(new CloseUnpaidOrders(ids));
    }

    @Test
    void placesInTheSameAttemptWhatLostItsConnection() throws Exception {
        var offer = shop.openOffer(10, 1);
        var reservation = shop.reserved(offer, SHOPPER, 1);
        var jobs = OrderWorkbench.jobs(shop.message(reservation));
        var thread = Executors.newSingleThreadExecutor();
        try {
            var placing = shop.stock.transactions.execute(status -> {
                shop.stock.jdbc.queryForList(
                        "select * from stock_balance where offer_id = ? for update", offer.value());
                var under = thread.submit(() -> shop.tasks.place(jobs));
                await().atMost(Duration.ofSeconds(60))
                        .until(() -> waiting(offer).size() == 1);
                shop.stock.jdbc.execute("kill " + waiting(offer).get(0));
                return under;
            });

            assertThat(placing.get(60, TimeUnit.SECONDS).of(jobs.get(0))).isInstanceOf(Outcomes.Outcome.Done.class);
        } finally {
            thread.shutdownNow();
        }
        assertThat(shop.status(reservation)).contains(OrderStatus.AWAITING_PAYMENT);
        assertThat(shop.available(offer)).isEqualTo(9);
    }

    /** Connections that wait for the offer's balance. */
    private List<Long> waiting(OfferId offer) {
        return shop.stock
                .sql
                .sql("select id from information_schema.processlist where info like 'update stock_balance%'"
                        + " and info like :offer and id <> connection_id()")
                .param("offer", "%" + offer.value() + "%")
                .query(Long.class)
                .list();
    }

    @Test
    void turnsAwayAForgedTokenAloneWhileItsNeighboursBecomeOrders() {
        var offer = shop.openOffer(10, 1);
        var honest = reserved(offer, 4);
        var forged = shop.message(reservation(offer, 99)).with("A".repeat(43));
        var jobs = OrderWorkbench.jobs(
                Stream.concat(Stream.of(forged), honest.stream().map(shop::message))
                        .toArray(PlaceOrder[]::new));

        var outcomes = shop.tasks.place(jobs);

        assertThat(outcomes.of(jobs.get(0))).isInstanceOf(Outcomes.Outcome.Reject.class);
        assertThat(jobs.subList(1, 5))
                .allSatisfy(job -> assertThat(outcomes.of(job)).isInstanceOf(Outcomes.Outcome.Done.class));
        assertThat(honest)
                .allSatisfy(reservation -> assertThat(shop.status(reservation)).contains(OrderStatus.AWAITING_PAYMENT));
        assertThat(shop.available(offer)).isEqualTo(6);
    }

    @Test
    void turnsAwayALowerPriceThanWasShown() {
        var reservation = shop.reserved(shop.openOffer(1, 1), SHOPPER, 1);
        var shown = shop.message(reservation);
        var cheap =
                shop.messages.of(reservation, new OrderDetail(1, "Somewhere 5")).with(shown.token());
        var jobs = OrderWorkbench.jobs(cheap);

        assertThat(shop.tasks.place(jobs).of(jobs.get(0))).isInstanceOf(Outcomes.Outcome.Reject.class);

        assertThat(shop.status(reservation)).isEmpty();
    }

    /** At the very moment of opening a batch may have nothing else. */
    @Test
    void turnsAwayABatchInWhichNothingHasTheLedgersPrice() {
        var late = shop.reserved(shop.openOffer(5, 2), SHOPPER, 1);

        shop.place(shop.messages.of(late, new OrderDetail(1, "Somewhere 5")));

        assertThat(verdict(late).rejection()).contains(Rejection.PRICE_CHANGED);
    }

    @Test
    void makesNoOrderAtAPriceThatOnlyRedisKnows() {
        var offer = shop.openOffer(5, 2);
        var honest = shop.reserved(offer, SHOPPER, 1);
        var cheap = shop.reserved(offer, SHOPPER, 1);

        shop.place(shop.message(honest), shop.messages.of(cheap, new OrderDetail(1, "Somewhere 5")));

        assertThat(shop.status(honest)).contains(OrderStatus.AWAITING_PAYMENT);
        assertThat(verdict(cheap).rejection()).contains(Rejection.PRICE_CHANGED);
        assertThat(shop.available(offer)).as("units in the database").isEqualTo(4);
        assertThat(shop.left(offer)).as("units in Redis").isEqualTo(4);
    }

    @Test
    void makesNoOrderForAnAddressThatIsNotTheShoppers() {
        var reservation = shop.reserved(shop.openOffer(1, 1), SHOPPER, 1);
        var elsewhere = shop.messages
                .of(reservation, new OrderDetail(1990, "Elsewhere 6"))
                .with(shop.message(reservation).token());
        var jobs = OrderWorkbench.jobs(elsewhere);

        assertThat(shop.tasks.place(jobs).of(jobs.get(0))).isInstanceOf(Outcomes.Outcome.Reject.class);

        assertThat(shop.status(reservation)).isEmpty();
    }

    @Test
    void turnsAwayWhatWasReservedOutsideOfTheSale() {
        var offer = shop.openOffer(5, 1);
        var terms = shop.stock.ledger.terms(offer).orElseThrow();
        var early = new Reservation(
                reservation(offer, 1).id(),
                offer,
                new AccountId(1),
                1,
                terms.window().opensAt().minusMillis(1));
        var late = new Reservation(
                reservation(offer, 2).id(),
                offer,
                new AccountId(2),
                1,
                terms.window().closesAt());
        var jobs = OrderWorkbench.jobs(shop.message(early), shop.message(late));

        var outcomes = shop.tasks.place(jobs);

        assertThat(jobs).allSatisfy(job -> assertThat(outcomes.of(job)).isInstanceOf(Outcomes.Outcome.Reject.class));
        assertThat(shop.available(offer)).isEqualTo(5);
    }

    @Test
    void turnsAwayAMessageForAnOfferThatIsNotInTheLedger() {
        var nowhere = reservation(new OfferId(StockWorkbench.nextId()), 1);
        var jobs = OrderWorkbench.jobs(shop.message(nowhere));

        assertThat(shop.tasks.place(jobs).of(jobs.get(0))).isInstanceOf(Outcomes.Outcome.Reject.class);
    }

    @Test
    void makesOneOrderEachOfABatchThatIsDeliveredTwice() {
        var offer = shop.openOffer(10, 1);
        var batch = reserved(offer, 5);

        shop.place(messages(batch));
        shop.place(messages(batch));

        assertThat(shop.available(offer)).isEqualTo(5);
        assertThat(batch)
                .allSatisfy(reservation ->
                        assertThat(shop.steps(reservation)).containsExactly("null>AWAITING_PAYMENT by worker"));
        assertThat(timersOf(batch)).hasSize(1);
        assertThat(shop.stock.inspection.check(offer).findings()).isEmpty();
    }

    @Test
    void makesOneOrderOfAMessageThatIsTwiceInOneBatch() {
        var offer = shop.openOffer(10, 2);
        var message = shop.message(shop.reserved(offer, SHOPPER, 1));

        shop.place(message, message);

        assertThat(shop.available(offer)).isEqualTo(9);
    }

    @Test
    void makesOneOrderEachWhenManyWorkersHaveTheSameMessagesAtOnce() throws Exception {
        var offer = shop.openOffer(40, 1);
        var batch = reserved(offer, 40);
        var backwards = batch.stream()
                .sorted(Comparator.comparing(
                                (Reservation reservation) -> reservation.id().value())
                        .reversed())
                .toList();
        Callable<Outcomes> worker = () -> shop.place(messages(batch));
        Callable<Outcomes> other = () -> shop.place(messages(backwards));

        var threads = Executors.newFixedThreadPool(6);
        try {
            for (var done : threads.invokeAll(List.of(worker, other, worker, other, worker, other))) {
                done.get();
            }
        } finally {
            threads.shutdownNow();
        }
        // Who lost too often is told to come again.
        shop.place(messages(batch));

        assertThat(shop.available(offer)).isZero();
        assertThat(batch)
                .allSatisfy(reservation ->
                        assertThat(shop.steps(reservation)).containsExactly("null>AWAITING_PAYMENT by worker"));
        assertThat(shop.stock.inspection.check(offer).findings()).isEmpty();
        assertThat(shop.left(offer)).isZero();
    }

    @Test
    void marksTheSurplusRejectedAndGivesItBackInRedis() {
        var offer = shop.openOffer(2, 1);
        var promisedTwice = reserved(offer, 2);
        // As if Redis had forgotten two sales before it admitted those above.
        shop.place(shop.message(reservation(offer, 501)), shop.message(reservation(offer, 502)));
        assertThat(shop.available(offer)).isZero();
        assertThat(shop.left(offer)).isEqualTo(-2);

        shop.place(messages(promisedTwice));

        assertThat(promisedTwice).allSatisfy(reservation -> {
            assertThat(shop.status(reservation)).contains(OrderStatus.REJECTED);
            assertThat(verdict(reservation).rejection()).contains(Rejection.SOLD_OUT);
            assertThat(shop.steps(reservation)).containsExactly("null>REJECTED by worker");
            assertThat(state(reservation)).isEqualTo(new CounterReservationState.Gone());
        });
        assertThat(shop.left(offer)).isZero();
        assertThat(shop.stock.inspection.check(offer).findings()).isEmpty();
    }

    @Test
    void rejectsOnlyWhatIsTooMuchOfABatch() {
        var offer = shop.openOffer(3, 1);
        var batch = LongStream.rangeClosed(1, 5)
                .mapToObj(shopper -> reservation(offer, shopper))
                .toList();

        shop.place(messages(batch));

        assertThat(batch)
                .extracting(reservation -> shop.status(reservation).orElseThrow())
                .containsExactly(
                        OrderStatus.AWAITING_PAYMENT,
                        OrderStatus.AWAITING_PAYMENT,
                        OrderStatus.AWAITING_PAYMENT,
                        OrderStatus.REJECTED,
                        OrderStatus.REJECTED);
    }

    @Test
    void keepsTheShopperToTheLimitInTheDatabaseToo() {
        var offer = shop.openOffer(10, 1);
        shop.placed(offer, SHOPPER, 1);
        var second = reservation(offer, SHOPPER);

        shop.place(shop.message(second));

        assertThat(verdict(second).rejection()).contains(Rejection.LIMIT_REACHED);
        assertThat(shop.available(offer)).isEqualTo(9);
    }

    @Test
    void neverMakesAnOrderOfWhatWasRejected() {
        var offer = shop.openOffer(1, 1);
        shop.place(shop.message(reservation(offer, 501)));
        var rejected = reservation(offer, 502);
        shop.place(shop.message(rejected));
        shop.tasks.closeUnpaid(new CloseUnpaidOrders(List.of(rejected.id().toString())));

        shop.place(shop.message(rejected));

        assertThat(shop.status(rejected)).contains(OrderStatus.REJECTED);
    }

    @Test
    void neverMakesAnOrderOfWhatWasAbandoned() {
        var offer = shop.openOffer(1, 1);
        var reservation = shop.reserved(offer, SHOPPER, 1);

        assertThat(shop.placement.abandon(reservation)).isTrue();
        assertThat(shop.placement.abandon(reservation)).as("a second time").isFalse();
        shop.place(shop.message(reservation));

        assertThat(shop.status(reservation)).contains(OrderStatus.ABANDONED);
        assertThat(shop.steps(reservation)).containsExactly("null>ABANDONED by sweeper");
        assertThat(shop.available(offer)).isEqualTo(1);
        assertThat(state(reservation)).as("released by the worker").isEqualTo(new CounterReservationState.Gone());
        assertThat(shop.left(offer)).isEqualTo(1);
    }

    @Test
    void doesNotAbandonWhatIsAnOrder() {
        var reservation = shop.placed(shop.openOffer(1, 1), SHOPPER, 1);

        assertThat(shop.placement.abandon(reservation)).isFalse();

        assertThat(shop.status(reservation)).contains(OrderStatus.AWAITING_PAYMENT);
    }

    @Test
    void adoptsAReservationThatRedisForgot() {
        var offer = shop.openOffer(3, 1);
        var reservation = shop.reserved(offer, SHOPPER, 1);
        shop.stock.lose(offer);
        shop.stock.open(offer);
        assertThat(shop.left(offer)).isEqualTo(3);

        shop.place(shop.message(reservation));

        assertThat(shop.left(offer)).isEqualTo(2);
        assertThat(state(reservation)).isEqualTo(new CounterReservationState.Settled(new AccountId(SHOPPER)));
    }

    private List<Reservation> reserved(OfferId offer, int shoppers) {
        return IntStream.rangeClosed(1, shoppers)
                .mapToObj(shopper -> shop.reserved(offer, shopper, 1))
                .toList();
    }

    /** Two nodes had one number for a moment. */
    @Test
    void whatHasTheNumberOfAnotherOffersOrderBecomesNoneAndIsCounted() {
        var first = shop.placed(shop.openOffer(10, 1), SHOPPER, 1);
        var offer = shop.openOffer(10, 1);
        var request =
                new ReserveRequest(first.id(), offer, new AccountId(SHOPPER + 1), 1, "a-key", "1 1990 Somewhere 5");
        var second = shop.stock.reserve(request).orElseThrow();
        var clashes = shop.meters.get("stampede.ids.clash").counter();
        var before = clashes.count();

        shop.place(shop.message(second));
        shop.place(shop.message(first));

        assertThat(clashes.count()).isEqualTo(before + 1);
        assertThat(state(second)).isEqualTo(new CounterReservationState.Gone());
        assertThat(shop.available(offer)).isEqualTo(10);
        assertThat(shop.stock.inspection.check(offer).findings()).isEmpty();
        assertThat(state(first)).isEqualTo(new CounterReservationState.Settled(new AccountId(SHOPPER)));
        assertThat(shop.orders.find(new AccountId(SHOPPER + 1), id(second))).isEmpty();
    }

    /** Signed by the shop, but Redis has never heard of it. */
    private Reservation reservation(OfferId offer, long shopper) {
        var known = StockWorkbench.reservation(offer, shopper, 1);
        return new Reservation(known.id(), offer, known.shopper(), 1, Instant.ofEpochMilli(System.currentTimeMillis()));
    }

    private PlaceOrder[] messages(List<Reservation> reservations) {
        return reservations.stream().map(shop::message).toArray(PlaceOrder[]::new);
    }

    private List<Record> timersOf(List<Reservation> batch) {
        var first = batch.get(0).id().toString();
        return shop.sent.stream()
                .filter(sent -> sent instanceof CloseUnpaidOrders timer
                        && timer.orderIds().contains(first))
                .toList();
    }

    private ReservationOutcome verdict(Reservation reservation) {
        return Optional.ofNullable(
                        shop.orders.verdicts(List.of(id(reservation))).get(id(reservation)))
                .orElseThrow();
    }

    private CounterReservationState state(Reservation reservation) {
        return shop.stock
                .counter
                .states(Map.of(reservation.id(), reservation.offer()))
                .values()
                .iterator()
                .next();
    }
}
