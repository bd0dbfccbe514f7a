package stampede.room;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.StampedeTest;
import stampede.account.AccountId;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.api.ShopFixture;
import stampede.catalog.OfferId;
import stampede.catalog.SaleWindow;
import stampede.ids.Ids;

/** How many rooms there may be, which every node looks at. */
@StampedeTest
class RoomOpeningTests {

    private static final SignedIn OPERATOR = new SignedIn(new AccountId(3), "operator", Role.OPERATOR);

    @Autowired
    private RoomOpening opening;

    @Autowired
    private RoomRepository rooms;

    @Autowired
    private TransactionTemplate transaction;

    @Autowired
    private Ids ids;

    @Autowired
    private ShopFixture fixture;

    /** All within one transaction that is taken back, so that nobody else sees so many. */
    @Test
    void oneMoreThanTheNodesLookAtIsRefusedByName() {
        var now = Instant.now();
        var upcoming = OfferId.of(fixture.inWindow(new SaleWindow(now.plusSeconds(3_600), now.plusSeconds(7_200))));
        var running = OfferId.of(fixture.inWindow(new SaleWindow(now.minusSeconds(60), now.plusSeconds(7_200))));
        opening.choose(OPERATOR, running, RoomPolicy.UNDER_PRESSURE, "");
        transaction.executeWithoutResult(status -> {
            status.setRollbackOnly();
            var free = RoomOpening.MOST_OPEN - rooms.countOpen(now);
            IntStream.range(0, free).forEach(room -> add(now));

            assertThat(rooms.countOpen(now)).isEqualTo(RoomOpening.MOST_OPEN);
            assertThatThrownBy(() -> opening.open(OPERATOR, upcoming, ""))
                    .isInstanceOfSatisfying(
                            RoomRefused.class,
                            refused -> assertThat(refused.reason()).isEqualTo(RoomRefusal.ROOM_TOO_MANY));
            assertThat(opening.openUnderPressure(running, true)).isEmpty();
            assertThat(rooms.of(upcoming)).isEmpty();
        });

        assertThat(opening.openUnderPressure(running, true))
                .as("once there are fewer")
                .isPresent();
        opening.choose(OPERATOR, running, RoomPolicy.NEVER, "");
    }

    private void add(Instant now) {
        var row = RoomRow.opening(
                new RoomId(ids.next()),
                new OfferId(ids.next()),
                RoomDrawTests.seed(1),
                now.plusSeconds(60),
                OptionalInt.empty());
        rooms.add(row, now.plusSeconds(120));
    }
}
