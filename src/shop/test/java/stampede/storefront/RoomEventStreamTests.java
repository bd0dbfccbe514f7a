package stampede.storefront;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter.DataWithMediaType;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import stampede.account.AccountId;
import stampede.catalog.OfferId;
import stampede.room.RoomPlace;
import stampede.room.StandInRooms;
import stampede.setting.Settings;

class RoomEventStreamTests {

    private static final Instant NOW = Instant.parse("2026-11-11T12:00:00Z");
    private static final Duration SILENCE = Duration.ofSeconds(15);
    private static final OfferId OFFER = new OfferId(42);

    private final StandInRooms rooms = new StandInRooms();
    private final StorefrontProperties properties =
            new StorefrontProperties(5, 2, 3, Duration.ofMinutes(2), SILENCE, 1, Duration.ofMillis(300));
    private final EventStreamLimiter seats = new EventStreamLimiter(properties, new Settings());
    private final RoomEventStream stream =
            new RoomEventStream(rooms, seats, properties, Runnable::run, Clock.fixed(NOW, ZoneOffset.UTC));

    @Test
    void looksAtARoomOnceForAllWhoWaitInIt() {
        rooms.waits(OFFER, 812, 811, 2, 4);
        for (int shopper = 1; shopper <= 3; shopper++) {
            watch(shopper);
        }
        rooms.looks.set(0);

        stream.look();

        assertThat(rooms.looks).hasValue(1);
        assertThat(stream.openStreams()).isEqualTo(3);
    }

    @Test
    void asksNothingWhileNobodyWatches() {
        rooms.waits(OFFER, 812, 811, 2, 4);

        stream.look();

        assertThat(rooms.looks).hasValue(0);
    }

    @Test
    void whoseTurnCameIsWatchedNoMore() {
        rooms.waits(OFFER, 812, 811, 2, 4);
        watch(1);
        rooms.calls(OFFER);

        stream.look();

        assertThat(stream.openStreams()).isZero();
    }

    @Test
    void whoseTurnItIsNeedNotBeWatched() {
        rooms.calls(OFFER);

        assertThat(watch(1)).isPresent();

        assertThat(stream.openStreams()).isZero();
    }

    @Test
    void onlyWhoIsNearIsTold() {
        rooms.gathers(OFFER, NOW);
        assertThat(RoomEventStream.isNear(place())).isFalse();
        rooms.waits(OFFER, 3_001, 2_001, 2, 4);
        assertThat(RoomEventStream.isNear(place())).isFalse();
        rooms.waits(OFFER, 3_000, 2_000, 2, 4);
        assertThat(RoomEventStream.isNear(place())).isTrue();
        rooms.calls(OFFER);
        assertThat(RoomEventStream.isNear(place())).isTrue();
    }

    /** The same seats, whatever a page waits for. */
    @Test
    void turnsAwayWhoIsTooMany() {
        rooms.waits(OFFER, 812, 811, 2, 4);
        assertThat(watch(7)).isPresent();
        assertThat(seats.take(new AccountId(7), "192.0.2.1")).as("a purchase").isPresent();

        assertThat(watch(7)).as("a third of one account").isEmpty();
        assertThat(watch(8)).isPresent();
        assertThat(watch(9)).as("a fourth of one address").isEmpty();
        assertThat(stream.watch(new AccountId(9), "192.0.2.2", OFFER, place())).isPresent();
        assertThat(stream.watch(new AccountId(10), "192.0.2.3", OFFER, place())).isPresent();
        assertThat(stream.watch(new AccountId(11), "192.0.2.4", OFFER, place()))
                .as("a sixth of all")
                .isEmpty();
    }

    @Test
    void aTurnIsToldAtOnceAndHowManyComeBeforeOnceASecond() {
        rooms.waits(OFFER, 812, 811, 2, 4);
        var heard = new Recorder();
        var watcher = new EventStreamWatcher(heard, Runnable::run);
        var waits = WatchedPlace.of(rooms.of(OFFER).orElseThrow(), place(), NOW).orElseThrow();

        rooms.waits(OFFER, 812, 500, 2, 4);
        waits = tell(waits, watcher, NOW.plusMillis(900));
        assertThat(heard.said).isEmpty();
        waits = tell(waits, watcher, NOW.plusMillis(1_000));
        assertThat(heard.said).containsExactly("event:ahead\ndata:500\n\n");

        waits = tell(waits, watcher, NOW.plusSeconds(15));
        assertThat(heard.said).as("nothing new").hasSize(1);
        waits = tell(waits, watcher, NOW.plusSeconds(16));
        assertThat(heard.said).hasSize(2).last().asString().startsWith(":");

        rooms.calls(OFFER);
        assertThat(waits.update(watcher, rooms.of(OFFER), SILENCE, NOW.plusMillis(16_001)))
                .isNull();
        assertThat(heard.said).hasSize(3).last().asString().startsWith("event:settled\n");
    }

    @Test
    void aRoomThatIsGoneIsTold() {
        rooms.waits(OFFER, 812, 811, 2, 4);
        var heard = new Recorder();
        var waits = WatchedPlace.of(rooms.of(OFFER).orElseThrow(), place(), NOW).orElseThrow();

        assertThat(waits.update(new EventStreamWatcher(heard, Runnable::run), Optional.empty(), SILENCE, NOW))
                .isNull();

        assertThat(heard.said).singleElement().asString().startsWith("event:settled\n");
    }

    @Test
    void aRoomThatIsOverIsTold() {
        rooms.waits(OFFER, 812, 811, 2, 4);
        var heard = new Recorder();
        var waits = WatchedPlace.of(rooms.of(OFFER).orElseThrow(), place(), NOW).orElseThrow();

        rooms.sells(OFFER);

        assertThat(RoomEventStream.isNear(place())).isFalse();
        assertThat(waits.update(new EventStreamWatcher(heard, Runnable::run), rooms.of(OFFER), SILENCE, NOW))
                .isNull();
        assertThat(heard.said).singleElement().asString().startsWith("event:settled\n");
    }

    private WatchedPlace tell(WatchedPlace waits, EventStreamWatcher watcher, Instant now) {
        return Optional.ofNullable(waits.update(watcher, rooms.of(OFFER), SILENCE, now))
                .orElseThrow();
    }

    private Optional<SseEmitter> watch(long shopper) {
        return stream.watch(new AccountId(shopper), "192.0.2.1", OFFER, place());
    }

    private RoomPlace place() {
        return rooms.place(new AccountId(1), OFFER, "ticket");
    }

    /** Keeps what would be sent. */
    private static final class Recorder extends SseEmitter {

        private final List<String> said = new ArrayList<>();

        @Override
        public void send(SseEventBuilder event) {
            var text = new StringBuilder();
            event.build().stream().map(DataWithMediaType::getData).forEach(text::append);
            said.add(text.toString());
        }
    }
}
