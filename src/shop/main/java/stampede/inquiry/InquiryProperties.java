package stampede.inquiry;

import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * When a purchase is asked after.
 *
 * @param stuckAfter how long a purchase may stay where it ought to have moved on from before it counts as stuck
 */
@Validated
@ConfigurationProperties("stampede.books")
record InquiryProperties(
        @DurationMin(seconds = 1) @DefaultValue("300s") Duration stuckAfter) {}
