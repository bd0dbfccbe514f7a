package stampede.order;

import static org.assertj.core.api.Assertions.assertThat;
import static stampede.order.OrderWorkbench.id;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import stampede.account.AccountId;
import stampede.catalog.OfferId;
import stampede.catalog.OfferKind;
import stampede.counter.StockWorkbench;
import stampede.stock.ConcurrentCalls;
import stampede.stock.Reservation;
import stampede.stock.ReservationId;

/** At most so many units of an offer go to one address, whoever orders them and however they write it. */
class AddressLimitTests {

    private static final List<String> ONE_ADDRESS = List.of(
            "Long Street 5, Flat 12",
            "long  street 5 flat 12",
            "ＬＯＮＧ ＳＴＲＥＥＴ　５－ＦＬＡＴ １２",
            "Li Lei 13812345678 Long Street 5 (Flat 12)",
            "Han Meimei +86 138 1234-9999 LongStreet, 5 - flat 12.");

    private final OrderWorkbench shop = OrderWorkbench.get();

    @Test
    void ofFiveAccountsWithOneAddressTwoHaveAnOrder() {
        var offer = limited(10, 2);
        var reservations = reserved(offer);

        place(reservations, ONE_ADDRESS);

        assertThat(reservations)
                .extracting(reservation -> shop.status(reservation).orElseThrow())
                .containsExactly(
                        OrderStatus.AWAITING_PAYMENT,
                        OrderStatus.AWAITING_PAYMENT,
                        OrderStatus.REJECTED,
                        OrderStatus.REJECTED,
                        OrderStatus.REJECTED);
        assertThat(reservations.subList(2, 5))
                .allSatisfy(reservation -> assertThat(rejection(reservation)).isEqualTo(Rejection.LIMIT_REACHED));
        assertThat(used(offer)).isEqualTo(2);
        assertThat(shop.available(offer)).as("units in the ledger").isEqualTo(8);
        assertThat(shop.left(offer)).as("units in Redis").isEqualTo(8);
    }

    @Test
    void theSameOneByOneAndTwice() {
        var offer = limited(10, 2);
        var reservations = reserved(offer);

        for (int twice = 1; twice <= 2; twice++) {
            for (int i = 0; i < reservations.size(); i++) {
                place(List.of(reservations.get(i)), List.of(ONE_ADDRESS.get(i)));
            }
        }

        assertThat(reservations)
                .extracting(reservation -> shop.status(reservation).orElseThrow())
                .filteredOn(OrderStatus.AWAITING_PAYMENT::equals)
                .hasSize(2);
        assertThat(used(offer)).isEqualTo(2);
        assertThat(shop.left(offer)).isEqualTo(8);
    }

    @Test
    void anOrderThatIsNotPaidMakesRoomForAnother() {
        var offer = limited(10, 1);
        var first = shop.reserved(offer, 701, 1);
        place(List.of(first), List.of(ONE_ADDRESS.get(0)));
        shop.overdue(first);
        shop.tasks.closeUnpaid(new CloseUnpaidOrders(List.of(first.id().toString())));
        assertThat(shop.status(first)).contains(OrderStatus.CLOSED);
        assertThat(used(offer)).isZero();

        var second = shop.reserved(offer, 702, 1);
        place(List.of(second), List.of(ONE_ADDRESS.get(1)));

        assertThat(shop.status(second)).contains(OrderStatus.AWAITING_PAYMENT);
        assertThat(used(offer)).isEqualTo(1);
    }

    @Test
    void manyAtOnceToTwoAddressesHaveNoMoreThanTheLimitsEvenWhileOthersAreGivenUp() {
        var offer = limited(60, 4);
        var reservations = IntStream.range(0, 40)
                .mapToObj(i -> shop.reserved(offer, 20_000 + i, 1))
                .toList();
        var calls = IntStream.range(0, 40)
                .<Callable<Boolean>>mapToObj(i -> () -> {
                    place(List.of(reservations.get(i)), List.of("Long Street " + i % 2));
                    if (i % 4 == 0) {
                        shop.overdue(reservations.get(i));
                        shop.tasks.closeUnpaid(new CloseUnpaidOrders(
                                List.of(reservations.get(i).id().toString())));
                    }
                    return true;
                })
                .toList();

        assertThat(ConcurrentCalls.run(8, calls)).hasSize(40);

        var held = reservations.stream()
                .filter(reservation -> shop.status(reservation).orElseThrow() == OrderStatus.AWAITING_PAYMENT)
                .count();
        assertThat(used(offer)).isEqualTo((int) held).isBetween(4, 8);
        assertThat(shop.available(offer)).isEqualTo(60 - used(offer));
        assertThat(shop.stock
                        .sql
                        .sql("select max(used) from stock_address_quota where offer_id = :offer")
                        .param("offer", offer.value())
                        .query(Integer.class)
                        .single())
                .isLessThanOrEqualTo(4);
    }

    @Test
    void aSurplusIsNotCounted() {
        var offer = limited(2, 5);
        var reservations = IntStream.range(0, 3)
                .mapToObj(i -> new Reservation(
                        new ReservationId(StockWorkbench.nextId()),
                        offer,
                        new AccountId(801 + i),
                        1,
                        shop.stock.ledger.terms(offer).orElseThrow().window().opensAt()))
                .toList();

        place(reservations, ONE_ADDRESS.subList(0, 3));

        assertThat(used(offer)).isEqualTo(2);
        assertThat(rejection(reservations.get(2))).isEqualTo(Rejection.SOLD_OUT);
    }

    @Test
    void nothingIsCountedOfAnOfferWithoutSuchALimit() {
        var offer = shop.openOffer(10, 2);
        var reservations = reserved(offer);

        place(reservations, ONE_ADDRESS);

        assertThat(shop.available(offer)).isEqualTo(5);
        assertThat(shop.stock
                        .sql
                        .sql("""
                                select (select count(*) from stock_address_quota where offer_id = :offer)
                                     + (select count(*) from stock_movement where offer_id = :offer and address_key is not null)
                                """)
                        .param("offer", offer.value())
                        .query(Integer.class)
                        .single())
                .isZero();
    }

    @Test
    void couponsGoToNoAddress() {
        var terms = shop.stock.ledger.terms(limited(1, 1)).orElseThrow();

        assertThat(terms.limitsAddresses()).isTrue();
        assertThat(terms.kind()).isEqualTo(OfferKind.GOODS);
        var coupons = limited(1, 1);
        shop.stock
                .sql
                .sql("update stock_balance set kind = 'COUPON' where offer_id = :offer")
                .param("offer", coupons.value())
                .update();
        assertThat(shop.stock.ledger.terms(coupons).orElseThrow().limitsAddresses())
                .isFalse();
    }

    private OfferId limited(int units, int perAddress) {
        var offer = shop.openOffer(units, 2);
        shop.stock.balances.changeAddressLimit(offer, perAddress);
        return offer;
    }

    private List<Reservation> reserved(OfferId offer) {
        return IntStream.range(0, ONE_ADDRESS.size())
                .mapToObj(i -> shop.reserved(offer, 601 + i, 1))
                .toList();
    }

    private void place(List<Reservation> reservations, List<String> addresses) {
        shop.place(IntStream.range(0, reservations.size())
                .mapToObj(i -> shop.messages.of(reservations.get(i), new OrderDetail(1990, addresses.get(i))))
                .toArray(PlaceOrder[]::new));
    }

    private Rejection rejection(Reservation reservation) {
        return Objects.requireNonNull(
                        shop.orders.verdicts(List.of(id(reservation))).get(id(reservation)))
                .rejection()
                .orElseThrow();
    }

    private int used(OfferId offer) {
        return shop.stock
                .sql
                .sql("select coalesce(sum(used), 0) from stock_address_quota where offer_id = :offer")
                .param("offer", offer.value())
                .query(Integer.class)
                .single();
    }
}
