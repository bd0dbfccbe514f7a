package stampede.site;

import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import org.springframework.stereotype.Component;
import stampede.catalog.Catalog;

/** Instants as the shop's clock on the wall shows them; {@code times} in templates. */
@Component
public class ShopTimes {

    private final Clock clock;
    private final ZoneId zone;

    ShopTimes(Clock clock, Catalog catalog) {
        this.clock = clock;
        this.zone = catalog.zone();
    }

    public Instant now() {
        return clock.instant();
    }

    public ZoneId zone() {
        return zone;
    }

    public LocalDate today() {
        return LocalDate.ofInstant(now(), zone);
    }

    public ZonedDateTime at(Instant instant) {
        return instant.atZone(zone);
    }
}
