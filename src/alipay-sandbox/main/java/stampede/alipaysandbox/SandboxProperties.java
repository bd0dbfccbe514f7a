package stampede.alipaysandbox;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the local Alipay. Bound by hand: as a configuration-properties class the shop's scan would find it.
 *
 * @param directory where its keys and its journal are; made if missing
 * @param appId the only app it knows
 * @param sellerId the shop's number as a seller
 * @param retryPace what Alipay's waits between two sends of a notification are multiplied by: 1 is 25 hours, 1/60 is 25 minutes
 * @param sendTimeout how long a send of a notification may take
 * @param refundPause what must lie between two refunds of one trade
 * @param lateRefund after how long a refund is done that was accepted and left undone by a fault
 * @param tick how often it looks for trades whose time is over and for late refunds
 * @param seed decides which faults hit
 */
record SandboxProperties(
        @DefaultValue(".local/alipay") Path directory,
        @DefaultValue("2021000000000088") String appId,
        @DefaultValue("2088000000000088") String sellerId,
        @DefaultValue("0.0166667") double retryPace,
        @DefaultValue("10s") Duration sendTimeout,
        @DefaultValue("3s") Duration refundPause,
        @DefaultValue("20s") Duration lateRefund,
        @DefaultValue("1s") Duration tick,
        @DefaultValue("1") long seed) {

    private static final List<Duration> ALIPAYS_WAITS = List.of(
            Duration.ofMinutes(4),
            Duration.ofMinutes(10),
            Duration.ofMinutes(10),
            Duration.ofHours(1),
            Duration.ofHours(2),
            Duration.ofHours(6),
            Duration.ofHours(15));

    SandboxProperties {
        if (!(retryPace > 0 && retryPace <= 1)) {
            throw new SandboxSetupException(
                    "stampede.alipaysandbox.retry-pace is " + retryPace + ".", "Set it above 0, and to 1 at most.");
        }
        if (sendTimeout.toMillis() < 1 || tick.toMillis() < 1 || refundPause.isNegative() || lateRefund.isNegative()) {
            throw new SandboxSetupException(
                    "A time in stampede.alipaysandbox is negative or nothing.",
                    "Set send-timeout and tick above 0, refund-pause and late-refund to 0 or more.");
        }
    }

    /** The waits after the first send, the second, and so on; nothing is sent after the last. */
    List<Duration> waits() {
        return ALIPAYS_WAITS.stream()
                .map(wait -> Duration.ofMillis(Math.round(wait.toMillis() * retryPace)))
                .toList();
    }
}
