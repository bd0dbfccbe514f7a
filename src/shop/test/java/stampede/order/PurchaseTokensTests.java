package stampede.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class PurchaseTokensTests {

    private static final PlaceOrder MESSAGE =
            new PlaceOrder("708540021", "42", "7", 1, 1990, 1_763_000_000_000L, "Somewhere 5", "");

    private static final PlaceOrder MESSAGE_WITH_TICKET_AS_ADDRESS =
            new PlaceOrder("708540021", "42", "7", 1, 1990, 1_763_000_000_000L, "5\n17\nSomewhere 5", "");

    private final PurchaseTokens tokens = new PurchaseTokens(List.of(key("one")));

    @Test
    void verifiesWhatItSigned() {
        assertThat(tokens.verify(signed())).isTrue();
    }

    @Test
    void signsWithTheAgreedFormSoThatNodesOfTwoVersionsUnderstandEachOther() {
        assertThat(tokens.sign(MESSAGE)).isEqualTo("EdZL4L8bDsE8lI3teY6c0ciVEU76YFDijZqlsc35VLw");
    }

    @ParameterizedTest
    @MethodSource
    void noticesAnyChangeOfWhatCostsUnitsOrMoney(PlaceOrder tampered) {
        assertThat(tokens.verify(tampered.with(tokens.sign(MESSAGE)))).isFalse();
    }

    static Stream<PlaceOrder> noticesAnyChangeOfWhatCostsUnitsOrMoney() {
        return Stream.of(
                new PlaceOrder("708540022", "42", "7", 1, 1990, 1_763_000_000_000L, "Somewhere 5", ""),
                new PlaceOrder("708540021", "43", "7", 1, 1990, 1_763_000_000_000L, "Somewhere 5", ""),
                new PlaceOrder("708540021", "42", "8", 1, 1990, 1_763_000_000_000L, "Somewhere 5", ""),
                new PlaceOrder("708540021", "42", "7", 2, 1990, 1_763_000_000_000L, "Somewhere 5", ""),
                new PlaceOrder("708540021", "42", "7", 1, 1, 1_763_000_000_000L, "Somewhere 5", ""),
                new PlaceOrder("708540021", "42", "7", 1, 1990, 1_763_000_000_001L, "Somewhere 5", ""),
                new PlaceOrder("708540021", "42", "7", 1, 1990, 1_763_000_000_000L, "Somewhere 6", ""),
                // The same digits, cut elsewhere.
                new PlaceOrder("7085400214", "2", "7", 1, 1990, 1_763_000_000_000L, "Somewhere 5", ""),
                new PlaceOrder("708540021", "42\n7", "1", 1990, 1_763_000_000_000L, 0, "Somewhere 5", ""));
    }

    @ParameterizedTest
    @MethodSource
    void noticesThatATicketWasAddedTakenAwayOrChanged(PlaceOrder one, PlaceOrder other) {
        assertThat(tokens.verify(one.with(tokens.sign(one)))).isTrue();
        assertThat(tokens.verify(one.with(tokens.sign(other)))).isFalse();
        assertThat(tokens.verify(other.with(tokens.sign(one)))).isFalse();
    }

    static Stream<Arguments> noticesThatATicketWasAddedTakenAwayOrChanged() {
        var ticket = withTicket("5", 17, "Somewhere 5");
        return Stream.of(
                arguments(ticket, MESSAGE),
                arguments(ticket, withTicket("6", 17, "Somewhere 5")),
                arguments(ticket, withTicket("5", 18, "Somewhere 5")),
                arguments(ticket, withTicket("5", 17, "Somewhere 6")),
                // The same text, cut elsewhere.
                arguments(withTicket("5", 1, "7\nSomewhere 5"), withTicket("5", 17, "Somewhere 5")),
                arguments(ticket, MESSAGE_WITH_TICKET_AS_ADDRESS));
    }

    @Test
    void aTicketIsNotTakenWithTheTokenOfAnEarlierRelease() {
        assertThat(tokens.verify(
                        withTicket("5", 17, "Somewhere 5").with("-gFb9skSaAauxJ7atKQHHIVVj8RRtiWVMROtctSUyps")))
                .isFalse();
    }

    private static PlaceOrder withTicket(String room, int number, String address) {
        return new PlaceOrder("708540021", "42", "7", 1, 1990, 1_763_000_000_000L, address, "", room, number);
    }

    @Test
    void takesTheTokenOfAnEarlierReleaseWhileItsMessagesWait() {
        assertThat(tokens.verify(MESSAGE.with("-gFb9skSaAauxJ7atKQHHIVVj8RRtiWVMROtctSUyps")))
                .isTrue();
    }

    @ParameterizedTest
    @MethodSource
    void takesNothingElseForAToken(String token) {
        assertThat(tokens.verify(MESSAGE.with(token))).isFalse();
    }

    static Stream<String> takesNothingElseForAToken() {
        return Stream.of("", "x", "not base64 at all!", "AAAA", "A".repeat(43), "A".repeat(10_000));
    }

    @Test
    void anotherKeyMakesAnotherToken() {
        assertThat(new PurchaseTokens(List.of(key("two"))).verify(signed())).isFalse();
    }

    @Test
    void thePreviousKeyStillVerifiesButSignsNoMore() {
        var changed = new PurchaseTokens(List.of(key("two"), key("one")));

        assertThat(changed.verify(signed())).isTrue();
        assertThat(tokens.verify(MESSAGE.with(changed.sign(MESSAGE)))).isFalse();
    }

    private PlaceOrder signed() {
        return MESSAGE.with(tokens.sign(MESSAGE));
    }

    private static SecretKey key(String name) {
        return new SecretKeySpec(name.repeat(32).getBytes(StandardCharsets.US_ASCII), "HmacSHA256");
    }
}
