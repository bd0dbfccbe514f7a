package stampede.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OrderDetailTests {

    @ParameterizedTest
    @ValueSource(strings = {"Somewhere 5", "北京市 朝阳区|1号", "a  b", "1 2 3", "line\nbreak", "\u0000"})
    void readsWhatItWrote(String address) {
        var detail = new OrderDetail(1990, address);

        assertThat(OrderDetail.of(detail.text())).isEqualTo(detail);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Somewhere 5", "1 2 3", " 7", "line\nbreak"})
    void readsByWhichTicketTheShopperCameIn(String address) {
        var detail = new OrderDetail(1990, address, Optional.of(new OrderDetail.Ticket(Long.MAX_VALUE, 0)));

        assertThat(OrderDetail.of(detail.text())).isEqualTo(detail);
        assertThat(detail.text()).isEqualTo("2 1990 9223372036854775807 0 " + address);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "1",
                "1 1990",
                "1 1990 ",
                "2 1990 Somewhere",
                "1 x Somewhere",
                "1 -5 Somewhere",
                "2 1990 5 Somewhere 5",
                "2 1990 5 -1 Somewhere",
                "2 1990 0 1 Somewhere",
                "2 1990 5 1 ",
                "3 1990 Somewhere"
            })
    void refusesAnythingElse(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> OrderDetail.of(text));
    }

    @Test
    void keepsThePriceThatTheShopperWasShown() {
        assertThat(OrderDetail.of("1 1990 Somewhere").unitPrice().fen()).isEqualTo(1990);
    }
}
