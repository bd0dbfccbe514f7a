package stampede.shipping;

import static org.assertj.core.api.Assertions.assertThat;
import static stampede.counter.StockWorkbench.OPERATOR;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import stampede.account.AccountId;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.counter.StockWorkbench;
import stampede.money.Money;
import stampede.order.Order;
import stampede.order.OrderId;
import stampede.order.OrderStatus;
import stampede.order.Shipment;
import stampede.payment.PaymentRefusal;
import stampede.simulation.Mutant;
import stampede.simulation.TwinShop;
import stampede.stock.ConcurrentCalls;

/** Paid orders on their way, beside refunds of them, on the real database. */
class ShipmentsTests {

    private static final AccountId SHOPPER = new AccountId(7);

    private final StockWorkbench bench = StockWorkbench.get();
    private final TwinShop shop = shop();

    @Test
    void whatIsShippedSaysWithWhomAndUnderWhichNumber() {
        var order = paid();

        assertThat(shop.shipping.ship(order, "SF1234567890")).isEmpty();

        assertThat(find(order).status()).isEqualTo(OrderStatus.SHIPPED);
        assertThat(find(order).shipment()).get().matches(shipment -> shipment.isBy("SF", "SF1234567890"));
        assertThat(shop.order.orders.of(SHOPPER, 0, 1).orders()).singleElement().isEqualTo(find(order));
        assertThat(shop.shipping.ship(order, "SF1234567890"))
                .as("the same again")
                .isEmpty();
        assertThat(shop.shipping.ship(order, "SF2")).contains(ShippingRefusal.SHIPPED_OTHERWISE);
        assertThat(audited(order)).containsExactly("ORDER_SHIPPED PAID SHIPPED SF SF1234567890");
    }

    @Test
    void aWrongNumberIsPutRightWhileItIsOnItsWay() {
        var order = paid();
        assertThat(shop.shipping.correct(order, "SF1", "SF2")).contains(ShippingRefusal.NOT_SHIPPED);
        shop.shipping.ship(order, "SF1");

        assertThat(shop.shipping.correct(order, "SF9", "SF2")).contains(ShippingRefusal.SHIPPED_OTHERWISE);
        assertThat(shop.shipping.correct(order, "SF1", "SF2")).isEmpty();
        assertThat(shop.shipping.correct(order, "SF1", "SF2"))
                .as("the same again")
                .isEmpty();
        assertThat(shop.shipping.correct(order, "SF1", "no. 3")).contains(ShippingRefusal.BAD_PARCEL);
        shop.shipping.receive(SHOPPER, order);
        assertThat(shop.shipping.correct(order, "SF2", "SF4")).contains(ShippingRefusal.NOT_SHIPPED);

        assertThat(find(order).shipment()).get().matches(shipment -> shipment.isBy("SF", "SF2"));
        assertThat(audited(order))
                .containsExactly("ORDER_SHIPPED PAID SHIPPED SF SF1", "SHIPMENT_CORRECTED SF SF1 SF SF2 ");
        assertThat(broken()).isEmpty();
    }

    @Test
    void ofManyWhoShipOneOrderOneDoes() {
        var order = paid();
        var parcels = IntStream.range(0, 8)
                .<Callable<Optional<ShippingRefusal>>>mapToObj(i -> () -> shop.shipping.ship(order, "SF" + i))
                .toList();

        var answers = ConcurrentCalls.run(8, parcels);

        assertThat(answers)
                .filteredOn(Optional.<ShippingRefusal>empty()::equals)
                .hasSize(1);
        assertThat(answers)
                .filteredOn(Optional.of(ShippingRefusal.SHIPPED_OTHERWISE)::equals)
                .hasSize(7);
        assertThat(audited(order)).hasSize(1);
    }

    @Test
    void manyAreShippedEachForItself() {
        var order = paid();
        var unpaid = placed();
        var badNumber = new Parcel(order, "SF", "no. 1");

        assertThat(shop.shipping.shipments.shipAll(
                        OPERATOR,
                        List.of(
                                new Parcel(unpaid, "SF", "SF1"),
                                badNumber,
                                new Parcel(order, " SF ", " SF2 "),
                                new Parcel(new OrderId(1), "SF", "SF3"),
                                new Parcel(order, "", "SF4"))))
                .containsExactly(
                        new ShippingAnswer(unpaid, Optional.of(ShippingRefusal.NOT_PAID)),
                        new ShippingAnswer(order, Optional.of(ShippingRefusal.BAD_PARCEL)),
                        new ShippingAnswer(order, Optional.empty()),
                        new ShippingAnswer(new OrderId(1), Optional.of(ShippingRefusal.NO_SUCH_ORDER)),
                        new ShippingAnswer(order, Optional.of(ShippingRefusal.BAD_PARCEL)));
        assertThat(find(order).shipment()).get().matches(shipment -> shipment.isBy("SF", "SF2"));
    }

    @Test
    void sellersShipWhatTheirOwnOffersSold() {
        var order = paid();
        offerOf(41);
        var parcel = List.of(new Parcel(order, "SF", "SF1"));

        assertThat(refusal(seller(42), parcel)).contains(ShippingRefusal.NO_SUCH_ORDER);
        assertThat(refusal(new SignedIn(new AccountId(41), "shopper", Role.SHOPPER), parcel))
                .contains(ShippingRefusal.NO_SUCH_ORDER);
        assertThat(refusal(seller(41), parcel)).isEmpty();
        assertThat(refusal(seller(42), parcel)).as("nor does it tell others").contains(ShippingRefusal.NO_SUCH_ORDER);
    }

    /** Either the money goes back or the goods go out, whoever comes first; never an order that is sent while its refund is asked for. */
    @Test
    void ofARefundAndAParcelAtOnceTheFirstOneCounts() {
        for (int round = 0; round < 6; round++) {
            var order = paid();
            Callable<Boolean> refund =
                    () -> shop.money.give(order, new Money(990)).isEmpty();
            Callable<Boolean> parcel = () -> shop.shipping.ship(order, "SF1").isEmpty();

            var done = ConcurrentCalls.run(2, List.of(refund, parcel));

            assertThat(done.get(0))
                    .as("goods that are sent can still be paid back")
                    .isTrue();
            assertThat(find(order).status()).isEqualTo(OrderStatus.REFUNDING);
            assertThat(find(order).shipment().isPresent()).isEqualTo(done.get(1));
        }
        assertThat(broken()).isEmpty();
    }

    @Test
    void whatHasARefundOpenIsNeitherShippedNorFinished() {
        var asked = paid();
        askFor(asked, 100);
        var sent = paid();
        shop.shipping.ship(sent, "SF1");
        askFor(sent, 100);

        assertThat(shop.shipping.ship(asked, "SF2")).contains(ShippingRefusal.REFUND_OPEN);
        assertThat(shop.shipping.receive(SHOPPER, sent)).contains(ShippingRefusal.REFUND_OPEN);
        shop.shipping.finishByTime();

        assertThat(find(asked).status()).isEqualTo(OrderStatus.PAID);
        assertThat(find(sent).status()).isEqualTo(OrderStatus.SHIPPED);
    }

    @Test
    void theShopperReceivesWhatIsTheirsOnce() {
        var order = paid();
        assertThat(shop.shipping.receive(SHOPPER, order)).contains(ShippingRefusal.NOT_SHIPPED);
        shop.shipping.ship(order, "SF1");

        assertThat(shop.shipping.receive(new AccountId(8), order)).contains(ShippingRefusal.NO_SUCH_ORDER);
        Callable<Optional<ShippingRefusal>> receive = () -> shop.shipping.receive(SHOPPER, order);
        assertThat(ConcurrentCalls.run(4, Collections.nCopies(4, receive))).containsOnly(Optional.empty());
        shop.shipping.finishByTime();

        assertThat(find(order).status()).isEqualTo(OrderStatus.FINISHED);
        assertThat(find(order).shipment().flatMap(Shipment::finishedAt)).isPresent();
        assertThat(events(order)).containsOnlyOnce("SHIPPED>FINISHED shopper:7");
        assertThat(broken()).isEmpty();
    }

    @Test
    void whatNobodyReceivesIsFinishedByTime() {
        var orders = LongStream.range(0, 3).mapToObj(i -> paid()).toList();
        orders.forEach(order -> shop.shipping.ship(order, "SF1"));

        assertThat(shop.shipping.shipments.finishDue()).as("too early").isZero();
        shop.shipping.finishByTime();

        assertThat(orders).allSatisfy(order -> assertThat(events(order)).contains("SHIPPED>FINISHED system:time"));
        assertThat(broken()).isEmpty();
    }

    @Test
    void moneyGoesBackAfterShippingAndAfterTheEndAndTheParcelStaysKnown() {
        var sent = paid();
        var finished = paid();
        shop.shipping.ship(sent, "SF1");
        shop.shipping.ship(finished, "SF2");
        shop.shipping.receive(SHOPPER, finished);

        assertThat(shop.money.give(finished, new Money(90))).as("a part").isEmpty();
        payBack(finished);
        assertThat(find(finished).status()).isEqualTo(OrderStatus.FINISHED);
        assertThat(shop.money.give(finished, new Money(900))).isEmpty();
        assertThat(shop.money.give(sent, new Money(990))).isEmpty();
        assertThat(shop.money.give(sent, new Money(1))).contains(PaymentRefusal.NOT_REFUNDABLE);
        payBack(sent, finished);

        assertThat(List.of(find(sent), find(finished)))
                .extracting(Order::status)
                .containsOnly(OrderStatus.REFUNDED);
        assertThat(find(sent).shipment()).isPresent();
        assertThat(shop.shipping.ship(sent, "SF1")).as("it was sent so").isEmpty();
        assertThat(broken()).isEmpty();
    }

    private static TwinShop shop() {
        var shop = new TwinShop(1_000, 100, Mutant.NONE);
        try {
            shop.rebuild.now(shop.offer);
        } catch (InterruptedException stopped) {
            throw new AssertionError(stopped);
        }
        return shop;
    }

    private OrderId placed() {
        var reservation = bench.reserve(StockWorkbench.request(shop.offer, SHOPPER.value(), 1))
                .orElseThrow();
        assertThat(shop.order.place(List.of(shop.order.message(reservation, "1 990 Somewhere 5"))))
                .isEmpty();
        return TwinShop.id(reservation);
    }

    private OrderId paid() {
        var order = placed();
        shop.pay(find(order));
        return order;
    }

    private void askFor(OrderId order, long fen) {
        assertThat(shop.money.ask(SHOPPER, order, new Money(fen))).isEmpty();
    }

    /** Told, asked about, done. */
    private void payBack(OrderId... orders) {
        for (int step = 0; step < 4; step++) {
            shop.money.payBack(List.of(orders));
        }
    }

    private Order find(OrderId order) {
        return shop.find(order).orElseThrow();
    }

    private List<String> broken() {
        return shop.brokenAlways();
    }

    private Optional<ShippingRefusal> refusal(SignedIn by, List<Parcel> parcels) {
        return shop.shipping.shipments.shipAll(by, parcels).get(0).refusal();
    }

    private static SignedIn seller(long id) {
        return new SignedIn(new AccountId(id), "seller", Role.SELLER);
    }

    private void offerOf(long seller) {
        var id = shop.offer.value();
        bench.jdbc.update("insert into slot (id, opens_ms, closes_ms) values (?, ?, ?)", id, id, id + 1);
        bench.jdbc.update(
                "insert into product (id, seller_id, name, description_html, picture, list_price_fen, version)"
                        + " values (?, ?, 'Teapot', '', '', 990, 0)",
                id,
                seller);
        bench.jdbc.update(
                "insert into offer (id, slot_id, product_id, price_fen, allotment, limit_per_shopper, version)"
                        + " values (?, ?, ?, 990, 1000, 100, 0)",
                id,
                id,
                id);
    }

    private List<String> audited(OrderId order) {
        return bench.sql
                .sql(
                        "select concat_ws(' ', action, value_before, value_after, detail) from operator_audit where subject = ?")
                .param("order:" + order)
                .query(String.class)
                .list();
    }

    private List<String> events(OrderId order) {
        return bench.sql
                .sql(
                        "select concat(coalesce(from_status, ''), '>', to_status, ' ', who) from order_event where order_id = ?")
                .param(order.value())
                .query(String.class)
                .list();
    }
}
