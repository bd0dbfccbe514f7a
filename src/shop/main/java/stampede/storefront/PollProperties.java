package stampede.storefront;

import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How often open pages ask for news.
 *
 * @param stockPoll pages of offers that sell
 * @param upcomingPoll pages of offers that do not sell yet
 * @param orderPoll pages of orders whose money is under way
 */
@Validated
@ConfigurationProperties("stampede.storefront")
record PollProperties(
        @DurationMin(seconds = 1) @DefaultValue("3s") Duration stockPoll,
        @DurationMin(seconds = 1) @DefaultValue("15s") Duration upcomingPoll,
        @DurationMin(seconds = 1) @DefaultValue("4s") Duration orderPoll) {}
