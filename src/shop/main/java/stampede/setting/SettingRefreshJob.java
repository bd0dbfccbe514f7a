package stampede.setting;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/**
 * Reads the rows of all settings before the node begins to work, and again each second: they are a few dozen, and one that was changed by
 * hand has no new version. While the database is away, what is known holds.
 */
@Component
class SettingRefreshJob implements SmartInitializingSingleton {

    private static final Logger log = LoggerFactory.getLogger(SettingRefreshJob.class);

    private final SettingRepository rows;
    private final Settings settings;
    private boolean isAway;

    SettingRefreshJob(SettingRepository rows, Settings settings, MeterRegistry meters) {
        this.rows = rows;
        this.settings = settings;
        Gauge.builder("stampede.settings.spoiled", settings, Settings::spoiled)
                .description("Rows of settings that do not hold, because they cannot be read or are against a rule")
                .register(meters);
    }

    /** When all beans have declared what they use, and none works yet. */
    @Override
    public void afterSingletonsInstantiated() {
        refresh();
    }

    @Scheduled(fixedDelay = 1, timeUnit = TimeUnit.SECONDS)
    synchronized void refresh() {
        try {
            settings.take(rows.rows());
            isAway = false;
        } catch (DataAccessException | TransactionException away) {
            if (!isAway) {
                log.warn("Settings are not read, so those that are known hold: {}", away.getMessage());
            }
            isAway = true;
        }
    }
}
