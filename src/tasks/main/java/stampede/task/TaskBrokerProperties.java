package stampede.task;

import jakarta.validation.constraints.Positive;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * How much the broker takes, and how long its answer is waited for. The length of a queue cannot be changed for one that exists.
 *
 * @param maxLength how many messages a queue may hold before it refuses more
 * @param maxMessageSize how large a task may be; no more than the broker's {@code max_message_size}, which closes the channel on more
 * @param confirmTimeout how long to wait for the broker's answer to a publish before it counts as unknown
 */
@Validated
@ConfigurationProperties("stampede.task")
public record TaskBrokerProperties(
        @DefaultValue("500000") @Positive long maxLength,
        @DefaultValue("16MB") DataSize maxMessageSize,
        @DefaultValue("5s") @DurationMin(millis = 100) Duration confirmTimeout) {}
