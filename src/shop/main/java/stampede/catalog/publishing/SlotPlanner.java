package stampede.catalog.publishing;

import java.time.Clock;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.catalog.CatalogProperties;
import stampede.catalog.SaleWindow;
import stampede.catalog.cache.CatalogChangePublisher;
import stampede.catalog.store.SlotRepository;

/** Cuts the days to come into slots. Planning again, or on several nodes at once, adds nothing. */
@Component
class SlotPlanner {

    private final SlotRepository slots;
    private final CatalogProperties properties;
    private final TransactionTemplate transaction;
    private final CatalogChangePublisher changes;
    private final Clock clock;

    SlotPlanner(
            SlotRepository slots,
            CatalogProperties properties,
            TransactionTemplate transaction,
            CatalogChangePublisher changes,
            Clock clock) {
        this.slots = slots;
        this.properties = properties;
        this.transaction = transaction;
        this.changes = changes;
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
            changes.publishSlots();
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
