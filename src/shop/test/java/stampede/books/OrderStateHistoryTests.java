package stampede.books;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The table of an order's steps, written down a second time. */
class OrderStateHistoryTests {

    @ParameterizedTest
    @ValueSource(
            strings = {
                ">REJECTED",
                ">AWAITING_PAYMENT AWAITING_PAYMENT>PAID PAID>SHIPPED SHIPPED>FINISHED",
                ">AWAITING_PAYMENT AWAITING_PAYMENT>PAID PAID>SHIPPED SHIPPED>REFUNDING REFUNDING>REFUNDED",
                ">AWAITING_PAYMENT AWAITING_PAYMENT>PAID PAID>SHIPPED SHIPPED>FINISHED FINISHED>REFUNDING",
                ">AWAITING_PAYMENT AWAITING_PAYMENT>CLOSING CLOSING>PAID PAID>REFUNDING REFUNDING>REFUNDED",
                ">AWAITING_PAYMENT AWAITING_PAYMENT>CLOSING CLOSING>CLOSED CLOSED>REFUNDING REFUNDING>REFUNDED"
            })
    void knowsTheWaysThereAre(String steps) {
        var now = steps.substring(steps.lastIndexOf('>') + 1);

        assertThat(new OrderStateHistory(steps, now, false, 3, 17).fault()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "PAID>REFUNDED,but was nothing before it went from PAID to REFUNDED",
        ">PAID,but went from nothing to PAID",
        ">AWAITING_PAYMENT AWAITING_PAYMENT>CLOSED,but went from AWAITING_PAYMENT to CLOSED",
        ">AWAITING_PAYMENT,but last became AWAITING_PAYMENT",
        "'',but nothing tells how it became so"
    })
    void namesTheFirstStepThatMustNotBeAndHowManyTookIt(String steps, String fault) {
        assertThat(new OrderStateHistory(steps, "REFUNDED", false, 1, 17).fault())
                .isEqualTo("order 17 is REFUNDED, " + fault);
        assertThat(new OrderStateHistory(steps, "REFUNDED", false, 3, 17).fault())
                .isEqualTo("order 17, as 2 more, is REFUNDED, " + fault);
    }

    @Test
    void onlyAFreeCouponIsBornFinished() {
        assertThat(new OrderStateHistory(">FINISHED", "FINISHED", true, 1, 17).fault())
                .isEmpty();
        assertThat(new OrderStateHistory(">FINISHED", "FINISHED", false, 1, 17).fault())
                .isEqualTo("order 17 is FINISHED, but went from nothing to FINISHED");
    }
}
