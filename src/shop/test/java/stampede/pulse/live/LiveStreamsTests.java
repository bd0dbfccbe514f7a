package stampede.pulse.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import stampede.pulse.PulseProperties;
import stampede.setting.Settings;

/** How many pages are told, and what a page hears that has something already. */
class LiveStreamsTests {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final LiveStreams streams = new LiveStreams(
            new PulseProperties(
                    Duration.ofSeconds(1),
                    MINUTE,
                    Duration.ofDays(1),
                    Duration.ofDays(2),
                    50,
                    MINUTE,
                    MINUTE,
                    Duration.ofSeconds(1)),
            new Settings(),
            Runnable::run);

    @Test
    void theFiftyFirstIsTurnedAway() {
        for (int page = 0; page < 50; page++) {
            assertThat(streams.open(new LiveFeed(0), 0)).isPresent();
        }

        assertThat(streams.open(new LiveFeed(0), 0)).isEmpty();
        assertThat(streams.size()).isEqualTo(50);
    }

    @Test
    void aFeedKeepsTenMinutesAndTellsWhatCameAfter() {
        var feed = new LiveFeed(999);
        for (long t = 1_000; t < 1_700; t++) {
            feed.add(second(t, "ACCEPTED", 1));
        }
        feed.add(second(1_650, "ACCEPTED", 100));

        assertThat(feed.after(0).seconds()).hasSize(600);
        assertThat(feed.after(1_697).seconds()).extracting(LiveSecond::t).containsExactly(1_698L, 1_699L);
        assertThat(feed.after(1_699).seconds()).isEmpty();
    }

    @Test
    void marksWhereItSoldOutAndWhereUnitsCameBack() {
        var feed = new LiveFeed(0);
        feed.add(second(1, "ACCEPTED", 5));
        feed.add(second(2, "SOLD_OUT", 5));
        feed.add(second(3, "SOLD_OUT", 5));
        feed.add(second(4, "ACCEPTED", 1));
        feed.add(second(5, "ACCEPTED", 1));
        feed.mark(new LiveMark(3, LiveMark.Kind.PAUSED));
        feed.mark(new LiveMark(3, LiveMark.Kind.PAUSED));

        assertThat(feed.after(0).marks())
                .containsExactly(
                        new LiveMark(2, LiveMark.Kind.SOLD_OUT),
                        new LiveMark(3, LiveMark.Kind.PAUSED),
                        new LiveMark(4, LiveMark.Kind.UNITS_BACK));
    }

    @Test
    void aPageSaysHowSoonAllIsSoldByThePaceOfTheLastSeconds() {
        var feed = new LiveFeed(0);
        for (long t = 1; t <= 20; t++) {
            var second = second(t, "ACCEPTED", t <= 10 ? 100 : 5);
            feed.add(second.with(Map.of("left", 100L, "p99", 4.0)));
        }
        var view = new LiveView(feed.after(0));

        assertThat(view.left()).contains(100L);
        assertThat(view.accepted()).isEqualTo("5.0");
        assertThat(view.soldOutIn()).contains(20L);
        assertThat(view.p99()).contains("4.0");
        assertThat(view.charts()).hasSize(LiveChart.values().length);
        assertThat(view.minutes())
                .singleElement()
                .satisfies(minute -> assertThat(minute.accepted()).isEqualTo(1_050));
    }

    private static LiveSecond second(long t, String name, long count) {
        return new LiveSecond(t, new HashMap<>(Map.of(name, count)));
    }
}
