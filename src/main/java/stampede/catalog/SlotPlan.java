package stampede.catalog;

import java.time.Clock;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Cuts the days to come into slots. Planning again, or on several nodes at once, adds nothing. */
@Component
class SlotPlan {

    private final SlotRepository slots;
    private final CatalogProperties properties;
    private final TransactionTemplate transaction;
    private final Announcements announcements;
    private final Clock clock;

    SlotPlan(
            SlotRepository slots,
            CatalogProperties properties,
            TransactionTemplate transaction,
            Announcements announcements,
            Clock clock) {
        this.slots = slots;
        this.properties = properties;
        this.transaction = transaction;
        this.announcements = announcements;
        this.clock = clock;
    }

    /** Plans today and the days after it, as many as the settings say. */
    void plan() {
        var today = LocalDate.now(clock.withZone(properties.zone()));
        transaction.executeWithoutResult(status -> {
            Stream.iterate(today, day -> day.plusDays(1))
                    .limit(properties.daysPlanned())
                    .flatMap(day -> windowsOf(day).stream())
                    .forEach(this::add);
            announcements.slotsPlanned();
        });
    }

    /** The windows of a day, in the shop's zone. */
    List<SaleWindow> windowsOf(LocalDate day) {
        return properties.slotHours().stream()
                .sorted()
                .map(hour -> day.atTime(hour, 0).atZone(properties.zone()).toInstant())
                .map(opens -> new SaleWindow(opens, opens.plus(properties.slotLength())))
                .distinct()
                .toList();
    }

    private void add(SaleWindow window) {
        slots.addUnlessThere(window.opensAt().toEpochMilli(), window.closesAt().toEpochMilli());
    }
}
