package stampede.archive;

import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * What is kept of the archive's runs. The dead tasks themselves are the engine's: {@code stampede.task.retention}.
 *
 * @param keepRuns for how long after its end it is remembered what a run sent again
 */
@Validated
@ConfigurationProperties("stampede.archive")
record ArchiveProperties(
        @DurationMin(hours = 1) @DefaultValue("90d") Duration keepRuns) {}
