package stampede.order;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import stampede.StampedeTest;
import stampede.account.AccountId;
import stampede.payment.PaidOrders;

/** What a shopper's list and the bar on their pages ask the database. */
@StampedeTest
class OrdersOfShopperTests {

    @Autowired
    private Orders orders;

    @Autowired
    private PaidOrders paidOrders;

    @Test
    void anOrderIsInTheGroupOfItsStatusAndUnpaidUntilItIsPaid() {
        var offer = paidOrders.open(2);
        var unpaid = paidOrders.placed(offer);
        var shopper = unpaid.shopper();
        assertThat(orders.unpaid(shopper, 3)).extracting(Order::id).containsExactly(unpaid.id());
        assertIn(OrderGroup.TO_PAY, shopper, unpaid.id());

        assertThat(orders.cancel(shopper, unpaid.id())).isTrue();
        paidOrders.until(unpaid, OrderStatus.CLOSED);
        assertThat(orders.unpaid(shopper, 3)).isEmpty();
        assertIn(OrderGroup.BACK, shopper, unpaid.id());

        var paid = paidOrders.paid(offer);
        assertThat(orders.unpaid(paid.shopper(), 3)).isEmpty();
        assertIn(OrderGroup.TO_SHIP, paid.shopper(), paid.id());
    }

    @Test
    void whoNeverBoughtHasNothing() {
        var nobody = new AccountId(Long.MAX_VALUE);

        assertThat(orders.unpaid(nobody, 3)).isEmpty();
        assertThat(orders.count(nobody))
                .containsOnlyKeys(OrderGroup.values())
                .allSatisfy((group, count) -> assertThat(count).isZero());
        assertThat(orders.of(nobody, OrderGroup.DONE, 0, 10).total()).isZero();
    }

    private void assertIn(OrderGroup wanted, AccountId shopper, OrderId order) {
        for (var group : OrderGroup.values()) {
            var isIn = group == OrderGroup.ALL || group == wanted;
            var page = orders.of(shopper, group, 0, 10);
            assertThat(page.total()).as(group.name()).isEqualTo(isIn ? 1 : 0);
            assertThat(page.orders().stream().map(Order::id).toList().contains(order))
                    .as(group.name())
                    .isEqualTo(isIn);
            assertThat(orders.count(shopper)).as(group.name()).containsEntry(group, isIn ? 1L : 0L);
        }
    }
}
