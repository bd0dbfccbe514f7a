package stampede.order;

import java.time.Duration;
import org.springframework.stereotype.Component;
import stampede.pastsale.OrderTables;
import stampede.setting.Setting;
import stampede.setting.SettingDeclaration;
import stampede.setting.Settings;

/**
 * Erases the addresses of orders that ended long ago, because nobody needs to know for ever where a parcel went. What was bought, and for
 * how much, stays. An order that still has a way to go keeps its address however old it is.
 */
@Component
class AddressRetention {

    private static final int PAGE = 2_000;

    private final OrderAddressRepository addresses;
    private final DatabaseClock clock;
    private final Setting<Duration> keep;

    AddressRetention(
            OrderAddressRepository addresses, DatabaseClock clock, OrderProperties properties, Settings settings) {
        this.addresses = addresses;
        this.clock = clock;
        this.keep = settings.declare(SettingDeclaration.duration(
                        "order.keep-addresses",
                        properties,
                        OrderProperties::keepAddresses,
                        Duration.ofDays(7),
                        Duration.ofDays(3_650))
                .risky());
    }

    /**
     * Walks through the orders from the oldest on, page by page and without a transaction around it all, up to the first page in
     * which all are young: ids grow with time.
     *
     * @return how many addresses were taken out
     */
    int erase() {
        var before = clock.nowMs() - keep.value().toMillis();
        return erase(OrderTables.CURRENT, before) + erase(OrderTables.PAST, before);
    }

    private int erase(OrderTables tables, long before) {
        var erased = 0;
        var page = addresses.page(tables, 0, PAGE);
        while (page.stream().anyMatch(row -> row.placedAtMs() < before)) {
            erased += addresses.erase(tables, page, before);
            page = addresses.page(tables, page.get(page.size() - 1).id(), PAGE);
        }
        return erased;
    }
}
