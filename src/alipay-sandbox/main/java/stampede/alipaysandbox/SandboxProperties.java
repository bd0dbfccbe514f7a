package stampede.alipaysandbox;

import java.nio.file.Path;
import java.time.Duration;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the local Alipay. Bound by hand: as a configuration-properties class the shop's scan would find it.
 *
 * @param directory where its keys and its journal are; made if missing
 * @param appId the only app it knows
 * @param sellerId the shop's number as a seller
 * @param refundPause what must lie between two refunds of one trade
 * @param lateRefund after how long a refund is done that was accepted and left undone by a fault
 * @param tick how often it looks for trades whose time is over and for late refunds
 * @param seed decides which faults hit
 */
record SandboxProperties(
        @DefaultValue(".local/alipay") Path directory,
        @DefaultValue("2021000000000088") String appId,
        @DefaultValue("2088000000000088") String sellerId,
        @DefaultValue("3s") Duration refundPause,
        @DefaultValue("20s") Duration lateRefund,
        @DefaultValue("1s") Duration tick,
        @DefaultValue("1") long seed) {

    SandboxProperties {
        if (tick.toMillis() < 1 || refundPause.isNegative() || lateRefund.isNegative()) {
            throw new SandboxSetupException(
                    "A time in stampede.alipaysandbox is negative or nothing.",
                    "Set tick above 0, refund-pause and late-refund to 0 or more.");
        }
    }
}
