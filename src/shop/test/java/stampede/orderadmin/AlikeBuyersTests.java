package stampede.orderadmin;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import stampede.account.AccountId;
import stampede.catalog.OfferId;
import stampede.counter.StockWorkbench;
import stampede.ids.Ids;
import stampede.order.OrderDetail;
import stampede.order.OrderId;
import stampede.order.OrderWorkbench;
import stampede.orderadmin.AlikeBuyer.Mark;
import stampede.stock.AddressKeys;

/** Who looks like others that bought the same, by address and by when their account was made. */
class AlikeBuyersTests {

    private static final Instant OPENS = Instant.parse("2026-11-11T12:00:00Z");
    private static final Duration LATE = Duration.ofSeconds(9);

    private final AlikeBuyers buyers = new AlikeBuyers(
            new AlikeBuyerRepository(StockWorkbench.get().sql),
            new AddressKeys(List.of(new SecretKeySpec(new byte[32], "HmacSHA256"))));

    @Test
    void oneAddressHoweverItIsWrittenIsAMark() {
        var alike = buyers.alike(
                List.of(
                        row(1, 1, "Long Street 5", LATE),
                        row(2, 100, "long street, 5", LATE),
                        row(3, 200, "Long Street 6", LATE)),
                OPENS);

        assertThat(alike).extracting(buyer -> buyer.order().value()).containsExactly(1L, 2L);
        assertThat(alike).allSatisfy(buyer -> {
            assertThat(buyer.marks()).containsExactly(Mark.SAME_ADDRESS);
            assertThat(buyer.neighbours()).isEqualTo(2);
            assertThat(buyer.afterMs()).isEqualTo(9_000);
        });
    }

    @Test
    void threeAccountsOfOneMinuteAreAMarkAndTwoAreNot() {
        var two = List.of(row(1, 1, "A Street 1", LATE), row(2, 1, "B Street 2", LATE));
        assertThat(buyers.alike(two, OPENS)).isEmpty();

        var three = List.of(two.get(0), two.get(1), row(3, 1, "C Street 3", Duration.ofMillis(900)));
        var alike = buyers.alike(three, OPENS);

        assertThat(alike).hasSize(3);
        assertThat(alike.get(0).marks())
                .as("the most marks first")
                .containsExactly(Mark.MADE_TOGETHER, Mark.FIRST_SECOND);
        assertThat(alike.get(1).marks()).containsExactly(Mark.MADE_TOGETHER);
    }

    @Test
    void whoIsQuickAndElseLikeNobodyIsNotListed() {
        assertThat(buyers.alike(List.of(row(1, 1, "A Street 1", Duration.ofMillis(3))), OPENS))
                .isEmpty();
    }

    @Test
    void whatHasNoAddressSharesNone() {
        assertThat(buyers.alike(List.of(row(1, 1, "-", LATE), row(2, 100, "-", LATE), row(3, 200, "", LATE)), OPENS))
                .isEmpty();
    }

    @Test
    void readsWhoHoldsUnits() {
        var shop = OrderWorkbench.get();
        var offer = shop.openOffer(10, 1);
        var one = shop.reserved(offer, 9_001, 1);
        var other = shop.reserved(offer, 9_002, 1);
        shop.place(
                shop.messages.of(one, new OrderDetail(1990, "Short Street 7")),
                shop.messages.of(other, new OrderDetail(1990, "SHORT STREET 7")));

        assertThat(buyers.of(offer, OPENS))
                .extracting(AlikeBuyer::order)
                .containsExactlyInAnyOrder(
                        new OrderId(one.id().value()), new OrderId(other.id().value()));
        assertThat(buyers.of(new OfferId(StockWorkbench.nextId()), OPENS)).isEmpty();
    }

    /** By an account that is so many hours old. */
    private static BuyerRow row(long order, int hours, String address, Duration afterOpening) {
        var account = Ids.firstOf(OPENS.minus(Duration.ofHours(hours)).toEpochMilli()) + order;
        return new BuyerRow(
                new OrderId(order), new AccountId(account), "shopper" + order, address, OPENS.plus(afterOpening));
    }
}
