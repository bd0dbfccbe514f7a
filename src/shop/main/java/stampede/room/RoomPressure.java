package stampede.room;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Component;
import stampede.catalog.OfferId;
import stampede.counter.LiveStock;
import stampede.counter.StockView;
import stampede.pressure.OfferPressure;
import stampede.setting.Setting;
import stampede.setting.SettingDeclaration;
import stampede.setting.Settings;

/** Which offers have had more clicks at this node than it can take for some time, while there are units and no room. */
@Component
class RoomPressure {

    private static final Duration FOR_SO_LONG = Duration.ofSeconds(2);
    private static final int MOST = 1_000_000;

    private final OfferPressure pressure;
    private final WaitingRooms rooms;
    private final LiveStock stock;
    private final Clock clock;
    private final Setting<Integer> clicksPerSecond;
    private final Setting<Boolean> byDefault;

    /** Used by one thread. */
    private final Map<OfferId, Instant> since = new HashMap<>();

    RoomPressure(
            OfferPressure pressure,
            WaitingRooms rooms,
            LiveStock stock,
            Clock clock,
            RoomProperties properties,
            Settings settings) {
        this.pressure = pressure;
        this.rooms = rooms;
        this.stock = stock;
        this.clock = clock;
        this.clicksPerSecond = settings.declare(SettingDeclaration.whole(
                "room.clicks-per-second", properties, RoomProperties::clicksPerSecond, 1, MOST));
        this.byDefault = settings.declare(
                SettingDeclaration.yesOrNo("room.under-pressure", properties, RoomProperties::underPressure)
                        .risky());
    }

    /** Each is named once; if nothing comes of it, again after as long. */
    List<OfferId> offers() {
        var now = clock.instant();
        var hot = pressure.above(clicksPerSecond.value()).stream()
                .filter(offer -> rooms.of(offer).isEmpty())
                .toList();
        since.keySet().retainAll(hot);
        hot.forEach(offer -> since.putIfAbsent(offer, now));
        var found = since.entrySet().stream()
                .filter(offer -> !now.isBefore(offer.getValue().plus(FOR_SO_LONG)))
                .map(Map.Entry::getKey)
                .toList();
        since.keySet().removeAll(found);
        return found.stream().filter(this::hasUnits).toList();
    }

    /** Whether a room opens for an offer for which nobody chose anything. */
    boolean isByDefault() {
        return byDefault.value();
    }

    private boolean hasUnits(OfferId offer) {
        var left = stock.of(offer);
        return left.gate() == StockView.Gate.OPEN && left.left() > 0;
    }
}
