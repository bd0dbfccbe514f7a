package stampede.alipaysandbox;

import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How the local Alipay sends its notifications. Bound by hand, as {@link SandboxProperties} is.
 *
 * @param retryPace what Alipay's waits between two sends of a notification are multiplied by: 1 is 25 hours, 1/60 is 25 minutes
 * @param sendTimeout how long a send of a notification may take
 */
record NotificationProperties(
        @DefaultValue("0.0166667") double retryPace,
        @DefaultValue("10s") Duration sendTimeout) {

    private static final List<Duration> ALIPAYS_WAITS = List.of(
            Duration.ofMinutes(4),
            Duration.ofMinutes(10),
            Duration.ofMinutes(10),
            Duration.ofHours(1),
            Duration.ofHours(2),
            Duration.ofHours(6),
            Duration.ofHours(15));

    NotificationProperties {
        if (!(retryPace > 0 && retryPace <= 1)) {
            throw new SandboxSetupException(
                    "stampede.alipaysandbox.retry-pace is " + retryPace + ".", "Set it above 0, and to 1 at most.");
        }
        if (sendTimeout.toMillis() < 1) {
            throw new SandboxSetupException(
                    "stampede.alipaysandbox.send-timeout is negative or nothing.", "Set it above 0.");
        }
    }

    /** The waits after the first send, the second, and so on; nothing is sent after the last. */
    List<Duration> waits() {
        return ALIPAYS_WAITS.stream()
                .map(wait -> Duration.ofMillis(Math.round(wait.toMillis() * retryPace)))
                .toList();
    }
}
