package stampede.room;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import stampede.testing.Proof;

/** How long somebody has to wait, told from how fast others came in. */
class RoomSpeedTests {

    private static final long TICK = Duration.ofMillis(250).toNanos();
    private static final int TICKS_PER_MINUTE = 240;
    private static final int WAITING = 1_000;

    private final RoomSpeed speed = new RoomSpeed();

    @Test
    void saysNothingBeforeTenSeconds() {
        for (int tick = 0; tick < 40; tick++) {
            speed.add(tick * TICK, 10 * tick);
        }

        assertThat(speed.perMinute()).isEmpty();
        speed.add(40 * TICK, 400);
        assertThat(speed.perMinute()).hasValue(2_400);
    }

    @Test
    void saysNothingWhileNobodyComesIn() {
        for (int tick = 0; tick < 200; tick++) {
            speed.add(tick * TICK, 5);
        }

        assertThat(speed.perMinute()).isEmpty();
    }

    @Test
    void goesByTheLastHalfMinute() {
        for (int tick = 0; tick < 400; tick++) {
            speed.add(tick * TICK, tick < 240 ? 0 : 5 * (tick - 240));
        }

        assertThat(speed.perMinute()).hasValue(1_200);
    }

    /** A room that was brought back is a second behind. */
    @Test
    void beginsAnewWhenTheTurnGoesBack() {
        for (int tick = 0; tick < 100; tick++) {
            speed.add(tick * TICK, 5 * tick);
        }
        speed.add(100 * TICK, 480);

        assertThat(speed.perMinute()).isEmpty();
    }

    /** Ten to a second, as each of them is told every second until their turn has come. */
    @Test
    void ofAThousandWhoWaitAtASteadyPaceNineInTenAreToldTheTruth() {
        var turns = IntStream.range(0, 10 * TICKS_PER_MINUTE)
                .map(tick -> tick * 10 / 4)
                .boxed()
                .toList();
        var right = 0;
        var told = 0;
        for (int tick = 0; turns.get(tick) < WAITING; tick++) {
            speed.add(tick * TICK, turns.get(tick));
            for (int place = turns.get(tick) + 1; tick % 4 == 0 && place <= WAITING; place++) {
                var ahead = place - turns.get(tick);
                if (speed.perMinute().isPresent()) {
                    var range = RoomPlace.Minutes.of(ahead, speed.perMinute().getAsInt());
                    var truth = (int) Math.ceil(minutesUntil(turns, tick, ahead));
                    told++;
                    right += range.from() <= truth && truth <= range.to() ? 1 : 0;
                }
            }
        }

        Proof.print("waiting: %d of %d ranges told to a thousand contained the truth", right, told);
        assertThat(told).as("nine tenths of them for a minute and a half").isGreaterThan(40_000);
        assertThat((double) right / told).isGreaterThan(0.9);
    }

    /** A pace that varies by a third from one moment to the next, as people use their passes when they do. */
    @Test
    void mostRangesContainTheTruth() {
        var random = new Random(20_261_128);
        var right = 0;
        var told = 0;
        for (int room = 0; room < 200; room++) {
            var turns = turns(random, 1 + random.nextInt(5));
            var seen = new RoomSpeed();
            for (int tick = 0; tick < turns.size() / 2; tick++) {
                seen.add(tick * TICK, turns.get(tick));
                var ahead = 1 + random.nextInt(1_000);
                var truth = minutesUntil(turns, tick, ahead);
                if (seen.perMinute().isPresent() && truth >= 0 && tick % 20 == 0) {
                    var range = RoomPlace.Minutes.of(ahead, seen.perMinute().getAsInt());
                    told++;
                    right += range.from() - 1 <= truth && truth <= range.to() ? 1 : 0;
                }
            }
        }

        Proof.print("waiting: %d of %d told ranges contained the truth", right, told);
        assertThat(told).isGreaterThan(1_000);
        assertThat((double) right / told).isGreaterThan(0.9);
    }

    private static List<Integer> turns(Random random, int perTick) {
        var turns = new ArrayList<Integer>();
        var turn = 0.0;
        for (int tick = 0; tick < 20 * TICKS_PER_MINUTE; tick++) {
            turn += perTick * (2 + 2 * random.nextDouble()) / 3;
            turns.add((int) turn);
        }
        return turns;
    }

    /** -1 if it did not come. */
    private static double minutesUntil(List<Integer> turns, int from, int ahead) {
        for (int tick = from; tick < turns.size(); tick++) {
            if (turns.get(tick) >= turns.get(from) + ahead) {
                return (double) (tick - from) / TICKS_PER_MINUTE;
            }
        }
        return -1;
    }
}
