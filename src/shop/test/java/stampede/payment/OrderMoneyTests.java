package stampede.payment;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import stampede.money.Money;
import stampede.order.OrderId;
import stampede.refund.Refund;

class OrderMoneyTests {

    private static final OrderId ORDER = new OrderId(7);
    private static final Instant THEN = Instant.parse("2026-11-11T12:00:00Z");

    @Test
    void whatWasPaidCanBeAskedBackOnce() {
        var money = new OrderMoney(
                List.of(payment("t-1", 1_990, Payment.State.APPLIED)),
                List.of(
                        refund("t-1", 500, Refund.State.DONE),
                        refund("t-1", 300, Refund.State.DUE),
                        refund("t-1", 1_000, Refund.State.DECLINED)));

        assertThat(money.refundable()).isEqualTo(new Money(1_190));
        assertThat(money.refunded()).isEqualTo(new Money(500));
    }

    @Test
    void moneyThatCameLateOrTwiceGoesBackByItselfAndCannotBeAskedFor() {
        var money = new OrderMoney(
                List.of(
                        payment("t-1", 1_990, Payment.State.APPLIED),
                        payment("t-2", 1_990, Payment.State.SURPLUS),
                        payment("t-3", 1_990, Payment.State.LATE)),
                List.of(refund("t-2", 1_990, Refund.State.DONE)));

        assertThat(money.refundable()).isEqualTo(new Money(1_990));
        assertThat(OrderMoney.NONE.refundable()).isEqualTo(new Money(0));
    }

    private static Payment payment(String tradeNo, long fen, Payment.State state) {
        return new Payment(tradeNo, ORDER, new Money(fen), state, THEN, Optional.of(THEN));
    }

    private static Refund refund(String tradeNo, long fen, Refund.State state) {
        return new Refund(
                "R-7-1",
                ORDER,
                tradeNo,
                new Money(fen),
                Refund.Reason.SHOPPER,
                state,
                "shopper:1",
                "",
                Optional.empty(),
                0,
                Optional.empty(),
                THEN,
                Optional.empty());
    }
}
