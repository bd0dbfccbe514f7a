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
 */
@Validated
@ConfigurationProperties("stampede.workflow")
record WorkflowProperties(
        @DefaultValue("7d") @DurationMin(seconds = 1) Duration keep,
        @DefaultValue("30d") @DurationMin(seconds = 1) Duration keepFailed) {}
