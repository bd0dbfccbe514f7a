package stampede.ids;

import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How a node keeps its number, and what it thinks of its clock.
 *
 * @param lease how long a number is held without a word from its node; ids go on that long without the database
 * @param quarantine how long a number rests after its lease before another node may have it; longer than a clock may step
 * @param patience how far the clock may step back before the node stops making ids and looks for another number
 * @param nodes the numbers that nodes of this shop may have, from 0 to 1023. Several whole shops that sell beside each other (cells) have
 *     others each, so that an order number is made once over all of them and says whose it is
 */
@Validated
@ConfigurationProperties("stampede.ids")
record IdsProperties(
        @DurationMin(seconds = 30) @DefaultValue("5m") Duration lease,
        @DurationMin(seconds = 1) @DefaultValue("10m") Duration quarantine,
        @DurationMin(millis = 0) @DefaultValue("5s") Duration patience,
        @DefaultValue("0-1023") NodeNumbers nodes) {}
