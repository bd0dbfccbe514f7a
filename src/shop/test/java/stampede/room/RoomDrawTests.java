package stampede.room;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.hash.HashCode;
import com.google.common.hash.Hashing;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import stampede.testing.Proof;

class RoomDrawTests {

    private static final int TICKETS = 100;

    @Test
    void everyPlaceIsGivenOnce() {
        var draw = RoomDraw.of(seed(1), 10_000);

        assertThat(IntStream.range(0, 10_000).map(draw::placeOf).sorted())
                .containsExactlyElementsOf(IntStream.range(0, 10_000).boxed().toList());
    }

    @Test
    void whoComesLaterStandsBehindAllOfThemInOrder() {
        var draw = RoomDraw.of(seed(2), TICKETS);

        assertThat(IntStream.range(0, TICKETS).map(draw::placeOf).max()).hasValue(TICKETS - 1);
        assertThat(IntStream.range(TICKETS, TICKETS + 50).map(draw::placeOf))
                .containsExactlyElementsOf(
                        IntStream.range(TICKETS, TICKETS + 50).boxed().toList());
    }

    @Test
    void anotherSeedIsAnotherOrder() {
        var one = RoomDraw.of(seed(3), TICKETS);
        var other = RoomDraw.of(seed(4), TICKETS);

        assertThat(IntStream.range(0, TICKETS).filter(ticket -> one.placeOf(ticket) == other.placeOf(ticket)))
                .hasSizeLessThan(10);
    }

    /** For each ticket chi square of its places over many draws, against the value that one of a thousand exceeds. */
    @Test
    void givesEachTicketEachPlaceAsOften() {
        var draws = Proof.size(2_000, 10_000);
        var seen = IntStream.range(0, TICKETS)
                .mapToObj(ticket -> new ArrayList<>(Collections.nCopies(TICKETS, 0)))
                .toList();
        for (int number = 0; number < draws; number++) {
            var draw = RoomDraw.of(seed(1_000 + number), TICKETS);
            for (int ticket = 0; ticket < TICKETS; ticket++) {
                var places = seen.get(ticket);
                places.set(draw.placeOf(ticket), places.get(draw.placeOf(ticket)) + 1);
            }
        }

        var expected = (double) draws / TICKETS;
        var squares = seen.stream()
                .mapToDouble(places -> places.stream()
                        .mapToDouble(count -> (count - expected) * (count - expected) / expected)
                        .sum())
                .sorted()
                .toArray();
        // 99 degrees of freedom: 148.2 at 0.001 and 117.4 at 0.1. Of a hundred tickets one may be beyond the first by
        // chance.
        Proof.print("draw: chi square of 100 tickets, median %.1f, most %.1f", squares[50], squares[99]);
        assertThat(squares[98]).isLessThan(148.2);
        assertThat(squares[50]).isBetween(85.0, 113.0);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 100, 4_099})
    void anybodyCanMakeItAgain(int tickets) {
        var seed = seed(tickets);
        var again = IndependentDraw.places(seed.asBytes(), tickets);
        var draw = RoomDraw.of(seed, tickets);

        assertThat(IntStream.range(0, tickets).map(draw::placeOf).boxed()).isEqualTo(again);
        assertThat(RoomDraw.commitment(seed).toString()).isEqualTo(IndependentDraw.commitment(seed.asBytes()));
    }

    @Test
    void refusesWhatIsNoDraw() {
        assertThatThrownBy(() -> RoomDraw.of(HashCode.fromLong(1), 3)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> RoomDraw.of(seed(1), -1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> RoomDraw.of(seed(1), RoomDraw.MOST + 1)).isInstanceOf(IllegalArgumentException.class);
    }

    static HashCode seed(long number) {
        return Hashing.sha256().hashString("seed " + number, StandardCharsets.UTF_8);
    }
}
