package stampede.channel;

import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How people outside the shop are told.
 *
 * @param readEvery how often every node reads which channels there are
 * @param tickEvery how often what waits for its turn is looked at
 * @param deliveriesKept for how long it is known what became of a message
 * @param privateAddresses whether channels may lie inside the shop's own network, and be reached in plain text: for tests, and
 *     where a chat or a receiver of webhooks lies inside and whoever keeps channels may reach all that does
 * @param mailFrom who mail comes from, such as {@code stampede@example.com}; empty: the user of the mail server
 */
@Validated
@ConfigurationProperties("stampede.channel")
record ChannelProperties(
        @DefaultValue("2s") @DurationMin(millis = 100) Duration readEvery,
        @DefaultValue("1s") @DurationMin(millis = 100) Duration tickEvery,
        @DefaultValue("90d") @DurationMin(hours = 1) Duration deliveriesKept,
        @DefaultValue("false") boolean privateAddresses,
        @DefaultValue("") String mailFrom) {}
