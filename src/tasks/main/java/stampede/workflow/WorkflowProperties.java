package stampede.workflow;

import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How long workflows are remembered.
 *
 * @param keep since it succeeded or was cancelled
 * @param keepFailed since its last step failed; a replay later than that runs the step, and nothing follows
 * @param keepRunning since the last step of one moved that is still going on. If none of its tasks waits for its time either, they are
 *     gone, for instance because their queue was emptied, and it ends as CANCELLED
 */
@Validated
@ConfigurationProperties("stampede.workflow")
record WorkflowProperties(
        @DefaultValue("7d") @DurationMin(seconds = 1) Duration keep,
        @DefaultValue("30d") @DurationMin(seconds = 1) Duration keepFailed,
        @DefaultValue("90d") @DurationMin(seconds = 1) Duration keepRunning) {}
