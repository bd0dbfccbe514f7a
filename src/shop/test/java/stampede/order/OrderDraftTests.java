package stampede.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;

class OrderDraftTests {

    @Test
    void readsAMessageOfSoundForm() {
        var draft =
                OrderDraft.of(new PlaceOrder("708540021", "42", "7", 3, 1990, 1_763_000_000_000L, "Somewhere 5", "t"));

        assertThat(draft.id()).isEqualTo(new OrderId(708540021));
        assertThat(draft.reservation().units()).isEqualTo(3);
        assertThat(draft.reservation().reservedAt()).isEqualTo(Instant.ofEpochMilli(1_763_000_000_000L));
        assertThat(draft.total().fen()).isEqualTo(5970);
        assertThat(draft.detail().ticket()).isEmpty();
    }

    @Test
    void readsByWhichTicketTheShopperCameIn() {
        var draft = OrderDraft.of(new PlaceOrder("708540021", "42", "7", 3, 1990, 1, "Somewhere 5", "t", "5", 17));

        assertThat(draft.detail().ticket()).contains(new OrderDetail.Ticket(5, 17));
    }

    @ParameterizedTest
    @MethodSource
    void refusesAMalformedMessage(PlaceOrder message) {
        assertThatIllegalArgumentException().isThrownBy(() -> OrderDraft.of(message));
    }

    static Stream<PlaceOrder> refusesAMalformedMessage() {
        return Stream.of(
                new PlaceOrder("x", "42", "7", 1, 1990, 0, "Somewhere", "t"),
                new PlaceOrder("0", "42", "7", 1, 1990, 0, "Somewhere", "t"),
                new PlaceOrder("9223372036854775808", "42", "7", 1, 1990, 0, "Somewhere", "t"),
                new PlaceOrder("1", "-42", "7", 1, 1990, 0, "Somewhere", "t"),
                new PlaceOrder("1", "42", "", 1, 1990, 0, "Somewhere", "t"),
                new PlaceOrder("1", "42", "7", 0, 1990, 0, "Somewhere", "t"),
                new PlaceOrder("1", "42", "7", -1, 1990, 0, "Somewhere", "t"),
                new PlaceOrder("1", "42", "7", 1, -1, 0, "Somewhere", "t"),
                new PlaceOrder("1", "42", "7", 3, Long.MAX_VALUE / 2, 0, "Somewhere", "t"),
                new PlaceOrder("1", "42", "7", 1, 1990, 0, " ", "t"),
                new PlaceOrder("1", "42", "7", 1, 1990, 0, "x".repeat(201), "t"),
                new PlaceOrder("1", "42", "7", 1, 1990, 0, "Somewhere", "t", "x", 1),
                new PlaceOrder("1", "42", "7", 1, 1990, 0, "Somewhere", "t", "0", 1),
                new PlaceOrder("1", "42", "7", 1, 1990, 0, "Somewhere", "t", "5", -1),
                new PlaceOrder("1", "42", "7", 1, 1990, 0, "Somewhere", "t", "5", null),
                new PlaceOrder("1", "42", "7", 1, 1990, 0, "Somewhere", "t", null, 1));
    }

    @Test
    void refusesAMessageThatLacksAField() {
        var message = JsonMapper.shared()
                .readValue(
                        "{\"reservationId\": \"1\", \"offerId\": \"42\", \"units\": 1, \"unitPriceFen\": 1, \"reservedAtMs\": 1}",
                        PlaceOrder.class);

        assertThatIllegalArgumentException().isThrownBy(() -> OrderDraft.of(message));
    }
}
