package stampede.room;

import jakarta.validation.constraints.Positive;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How waiting rooms let people in.
 *
 * @param passesPerSecond how many may come in a second, over all nodes: what the shop is known to take; fewer while it says that it is busy
 * @param passLife how long a pass is good
 * @param underPressure whether an offer for which nobody chose anything gets a room while more people press than the shop can take
 * @param clicksPerSecond clicks a second for one offer at one node that are more than it can take, if they go on for two seconds: twice
 *     what may come in, by the number of nodes
 */
@Validated
@ConfigurationProperties("stampede.room")
record RoomProperties(
        @DefaultValue("500") int passesPerSecond,

        @DurationMin(seconds = 30) @DurationMax(minutes = 10) @DefaultValue("2m")
        Duration passLife,

        @DefaultValue("false") boolean underPressure,
        @Positive @DefaultValue("1000") int clicksPerSecond) {}
