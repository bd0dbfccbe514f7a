package stampede.challenge;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;
import stampede.catalog.OfferId;
import stampede.pressure.OfferPressure;
import stampede.setting.Setting;
import stampede.setting.SettingDeclaration;
import stampede.setting.Settings;

/**
 * How large the crowd in front of each offer is, as this node and the others see it. A level begins at once and ends a step at a time, each
 * after ten seconds with less than half the clicks that it begins with: a crowd that comes and goes is one.
 */
@Component
class CrowdLevels {

    private static final long CALM = Duration.ofSeconds(10).toNanos();

    private final OfferPressure pressure;
    private final Setting<Integer> crowd;
    private final LongSupplier nanos;
    private final Map<OfferId, Course> here = new ConcurrentHashMap<>();
    private volatile Map<OfferId, CrowdLevel> elsewhere = Map.of();

    @Autowired
    CrowdLevels(OfferPressure pressure, ChallengeProperties properties, Settings settings) {
        this(pressure, properties, settings, System::nanoTime);
    }

    CrowdLevels(OfferPressure pressure, ChallengeProperties properties, Settings settings, LongSupplier nanos) {
        this.pressure = pressure;
        this.nanos = nanos;
        this.crowd = settings.declare(SettingDeclaration.whole(
                        "challenge.clicks-per-second", properties, ChallengeProperties::clicksPerSecond, 0, 1_000_000)
                .risky());
    }

    /** For each click: one look at what was counted anyway. */
    CrowdLevel of(OfferId offer) {
        var enough = crowd.value();
        if (enough == 0) {
            return CrowdLevel.NONE;
        }
        var known = here.get(offer);
        var now = CrowdLevel.of(pressure.perSecond(offer), enough);
        if (known == null && now != CrowdLevel.NONE) {
            known = here.computeIfAbsent(offer, absent -> new Course(now, nanos.getAsLong()));
        }
        return elsewhere.getOrDefault(offer, CrowdLevel.NONE).or(now).or(known == null ? CrowdLevel.NONE : known.level);
    }

    boolean isOn() {
        return crowd.value() > 0;
    }

    /** Looks at each crowd again; answers those that there are at this node. */
    Map<OfferId, CrowdLevel> look() {
        var enough = crowd.value();
        if (enough == 0) {
            here.clear();
            elsewhere = Map.of();
        }
        here.forEach((offer, course) -> course.look(pressure.perSecond(offer), enough, nanos.getAsLong()));
        here.values().removeIf(course -> course.level == CrowdLevel.NONE);
        var levels = new HashMap<OfferId, CrowdLevel>();
        here.forEach((offer, course) -> levels.put(offer, course.level));
        return levels;
    }

    /** What the others see, until it is told again. */
    void hear(Map<OfferId, CrowdLevel> others) {
        elsewhere = Map.copyOf(others);
    }

    /** One crowd at this node. Looked at by one thread, read by many. */
    private static final class Course {

        private volatile CrowdLevel level;
        private long busyAt;

        Course(CrowdLevel level, long now) {
            this.level = level;
            this.busyAt = now;
        }

        void look(int clicks, int crowd, long now) {
            var reached = CrowdLevel.of(clicks, crowd);
            if (reached.compareTo(level) > 0) {
                level = reached;
            }
            if (2L * clicks >= level.from(crowd)) {
                busyAt = now;
            } else if (now - busyAt >= CALM) {
                level = level.below();
                busyAt = now;
            }
        }
    }
}
