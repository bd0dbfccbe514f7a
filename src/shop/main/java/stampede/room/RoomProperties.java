package stampede.room;

import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How waiting rooms let people in.
 *
 * @param passesPerSecond how many may come in a second, over all nodes: what the shop is known to take
 * @param passLife how long a pass is good
 */
@Validated
@ConfigurationProperties("stampede.room")
record RoomProperties(
        @DefaultValue("500") int passesPerSecond,

        @DurationMin(seconds = 30) @DurationMax(minutes = 10) @DefaultValue("2m")
        Duration passLife) {}
