package stampede.room;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import stampede.account.AccountId;
import stampede.catalog.OfferId;

class RoomSignerTests {

    private static final RoomId ROOM = new RoomId(914_345_706_031_997_210L);
    private static final OfferId OFFER = new OfferId(42);
    private static final AccountId SHOPPER = new AccountId(Long.MAX_VALUE);
    private static final Instant NOW = Instant.parse("2026-11-11T12:00:00Z");

    private final RoomSigner signer = new RoomSigner(List.of(key("one")));
    private final RoomTicket ticket = new RoomTicket(ROOM, OFFER, SHOPPER, 7, NOW);
    private final RoomPass pass = new RoomPass(ROOM, OFFER, SHOPPER, 7, NOW.plusSeconds(120));

    @Test
    void readsWhatItWrote() {
        assertThat(signer.ticket(signer.write(ticket), ROOM, OFFER, SHOPPER)).isEqualTo(ticket);
        assertThat(signer.pass(signer.write(pass), ROOM, OFFER, SHOPPER, NOW)).isEqualTo(pass);
    }

    @Test
    void refusesWhatIsAnothersByName() {
        var text = signer.write(ticket);

        assertRefused(RoomRefusal.ROOM_OTHER_ACCOUNT, () -> signer.ticket(text, ROOM, OFFER, new AccountId(3)));
        assertRefused(RoomRefusal.ROOM_OTHER_ROOM, () -> signer.ticket(text, ROOM, new OfferId(43), SHOPPER));
        assertRefused(RoomRefusal.ROOM_OTHER_ROOM, () -> signer.ticket(text, new RoomId(1), OFFER, SHOPPER));
        assertRefused(
                RoomRefusal.ROOM_OTHER_ACCOUNT,
                () -> signer.pass(signer.write(pass), ROOM, OFFER, new AccountId(3), NOW));
    }

    @Test
    void aPassIsOverAtItsTime() {
        var text = signer.write(pass);

        assertThat(signer.pass(text, ROOM, OFFER, SHOPPER, pass.until().minusMillis(1)))
                .isEqualTo(pass);
        assertRefused(RoomRefusal.ROOM_TURN_OVER, () -> signer.pass(text, ROOM, OFFER, SHOPPER, pass.until()));
    }

    @Test
    void aTicketIsNoPass() {
        assertRefused(
                RoomRefusal.ROOM_FORGED, () -> signer.pass(signer.write(ticket), ROOM, OFFER, SHOPPER, Instant.EPOCH));
        assertRefused(
                RoomRefusal.ROOM_FORGED,
                () -> signer.pass(signer.write(ticket).replaceFirst("t", "p"), ROOM, OFFER, SHOPPER, Instant.EPOCH));
    }

    @Test
    void refusesATicketWhateverIsChangedInIt() {
        refusesWhateverIsChanged(signer.write(ticket), changed -> signer.ticket(changed, ROOM, OFFER, SHOPPER));
    }

    @Test
    void refusesAPassWhateverIsChangedInIt() {
        refusesWhateverIsChanged(signer.write(pass), changed -> signer.pass(changed, ROOM, OFFER, SHOPPER, NOW));
    }

    /** Each byte in turn becomes each other, or is left out. */
    private static void refusesWhateverIsChanged(String text, Consumer<String> read) {
        for (int at = 0; at < text.length(); at++) {
            var before = text.substring(0, at);
            var after = text.substring(at + 1);
            assertRefused(RoomRefusal.ROOM_FORGED, () -> read.accept(before + after));
            for (int other = 0; other < 256; other++) {
                var changed = before + (char) other + after;
                if (!changed.equals(text)) {
                    assertRefused(RoomRefusal.ROOM_FORGED, () -> read.accept(changed));
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "t",
                "t.1.2.3.4.5",
                "t.1.2.3.4.5.",
                "t.99999999999999999999.1.1.1.1.AAAAAAAAAAAAAAAAAAAAAA",
                "💥"
            })
    void refusesWhatIsNone(String text) {
        assertRefused(RoomRefusal.ROOM_FORGED, () -> signer.ticket(text, ROOM, OFFER, SHOPPER));
        assertRefused(RoomRefusal.ROOM_FORGED, () -> signer.ticket(text.repeat(10_000), ROOM, OFFER, SHOPPER));
    }

    @Test
    void believesTheKeyBeforeAndNoOther() {
        var text = signer.write(ticket);

        assertThat(new RoomSigner(List.of(key("two"), key("one"))).ticket(text, ROOM, OFFER, SHOPPER))
                .isEqualTo(ticket);
        assertRefused(
                RoomRefusal.ROOM_FORGED, () -> new RoomSigner(List.of(key("two"))).ticket(text, ROOM, OFFER, SHOPPER));
    }

    private static void assertRefused(RoomRefusal reason, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        RoomRefused.class,
                        refused -> assertThat(refused.reason()).isEqualTo(reason));
    }

    private static SecretKey key(String text) {
        return new SecretKeySpec((text + "-".repeat(32)).getBytes(StandardCharsets.UTF_8), "HmacSHA256");
    }
}
