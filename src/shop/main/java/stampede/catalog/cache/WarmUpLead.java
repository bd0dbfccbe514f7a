package stampede.catalog.cache;

import java.time.Duration;
import org.springframework.stereotype.Component;
import stampede.catalog.CatalogProperties;
import stampede.setting.Setting;
import stampede.setting.SettingDeclaration;
import stampede.setting.Settings;

/** How long before it opens a slot is put into Redis and into each node's memory. */
@Component
class WarmUpLead {

    private final Setting<Duration> lead;

    WarmUpLead(CatalogProperties properties, Settings settings) {
        this.lead = settings.declare(SettingDeclaration.duration(
                "catalog.warm-up-lead",
                properties,
                CatalogProperties::warmUpLead,
                Duration.ofMinutes(1),
                Duration.ofHours(2)));
    }

    Duration value() {
        return lead.value();
    }
}
