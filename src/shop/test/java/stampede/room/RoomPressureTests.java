package stampede.room;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import stampede.catalog.OfferId;
import stampede.counter.LiveStock;
import stampede.counter.StockView;
import stampede.pressure.OfferPressure;
import stampede.purchase.SimulatedTime;
import stampede.setting.Settings;

class RoomPressureTests {

    private static final OfferId HOT = new OfferId(1);
    private static final OfferId COOL = new OfferId(2);
    private static final Duration QUARTER = Duration.ofMillis(250);

    private final SimulatedTime time = new SimulatedTime();
    private final OfferPressure clicks = new OfferPressure(() -> time.instant().toEpochMilli() * 1_000_000);
    private final StandInRooms rooms = new StandInRooms();
    private final Stock stock = new Stock();
    private final RoomPressure pressure = new RoomPressure(
            clicks,
            rooms,
            stock,
            time,
            new Binder(new MapConfigurationPropertySource(Map.of("stampede.room.clicks-per-second", "100")))
                    .bindOrCreate("stampede.room", RoomProperties.class),
            new Settings());

    @Test
    void namesAnOfferAfterTwoSecondsOfTooManyClicks() {
        for (int quarter = 0; quarter < 11; quarter++) {
            press(HOT, 30);
            press(COOL, 20);
            assertThat(pressure.offers()).as("quarter %d", quarter).isEmpty();
        }

        press(HOT, 30);
        assertThat(pressure.offers()).containsExactly(HOT);
        assertThat(pressure.offers()).as("once").isEmpty();
    }

    @Test
    void aBreakBeginsAnew() {
        for (int round = 0; round < 3; round++) {
            for (int quarter = 0; quarter < 8; quarter++) {
                press(HOT, 30);
                assertThat(pressure.offers()).isEmpty();
            }
            time.pass(Duration.ofSeconds(2));
            assertThat(pressure.offers()).isEmpty();
        }
    }

    @Test
    void namesItAgainIfNothingCameOfItAndNotWhileThereIsARoom() {
        assertThat(namedWithin(40)).isEqualTo(4);

        rooms.waits(HOT, 5, 4, 1, 2);
        assertThat(namedWithin(40)).isZero();
    }

    @Test
    void nobodyWaitsForWhatCannotBeBought() {
        stock.views.put(HOT, new StockView(StockView.Gate.OPEN, 0, 10, 1));
        assertThat(namedWithin(20)).isZero();

        stock.views.put(HOT, new StockView(StockView.Gate.PAUSED, 5, 10, 1));
        assertThat(namedWithin(20)).isZero();
    }

    @Test
    void noRoomOpensByDefault() {
        assertThat(pressure.isByDefault()).isFalse();
    }

    private int namedWithin(int quarters) {
        var named = 0;
        for (int quarter = 0; quarter < quarters; quarter++) {
            press(HOT, 30);
            named += pressure.offers().size();
        }
        return named;
    }

    private void press(OfferId offer, int times) {
        for (int click = 0; click < times; click++) {
            clicks.count(offer);
        }
        if (offer.equals(HOT)) {
            time.pass(QUARTER);
        }
    }

    private static final class Stock implements LiveStock {

        private final Map<OfferId, StockView> views = new HashMap<>();

        @Override
        public StockView of(OfferId offer) {
            return views.getOrDefault(offer, new StockView(StockView.Gate.OPEN, 5, 10, 1));
        }

        @Override
        public Map<OfferId, StockView> of(Collection<OfferId> offers) {
            throw new UnsupportedOperationException();
        }
    }
}
