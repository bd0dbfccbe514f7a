package stampede.retryadmin;

import java.time.Duration;
import org.springframework.stereotype.Component;
import stampede.recovery.RecoveryProperties;
import stampede.task.admin.RetryTimes;
import stampede.task.admin.RetryTimesCheck;

/**
 * A purchase that has no order yet is given up at a certain age. All retries of its placement must be over by then, or they would
 * run for nothing; last tries are allowed to, as they are without any change.
 */
@Component
class PlacementRetryCheck implements RetryTimesCheck {

    private static final String PLACEMENT = "order.place";

    private final Duration abandonAfter;

    PlacementRetryCheck(RecoveryProperties properties) {
        this.abandonAfter = properties.abandonAfter();
    }

    @Override
    public void check(String task, RetryTimes times) {
        var planned = new RetryTimes(times.delays(), times.jitter(), 0, times.lastTryDelay()).longest();
        if (task.equals(PLACEMENT) && planned.compareTo(abandonAfter) >= 0) {
            throw new RetryRefused(
                    RetryRefusal.BAD_RETRIES, "abandoned", RetryText.say(planned), RetryText.say(abandonAfter));
        }
    }
}
