package stampede.alert;

import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * For how long something must have been bad before it fires. Whoever changes that changes {@code for} in the rules for Prometheus, too.
 *
 * @param lasts by the rule's name, such as {@code dead-letters}; a rule that is not named has the duration of {@link AlertRule#lasts}
 */
@Validated
@ConfigurationProperties("stampede.alert")
public record AlertDurationProperties(@DefaultValue Map<String, @DurationMin(millis = 0) Duration> lasts) {

    /** @throws IllegalArgumentException if a name is not that of a rule: a duration that nobody applies would be believed in */
    public AlertDurationProperties {
        lasts = Map.copyOf(lasts);
        for (var name : lasts.keySet()) {
            if (AlertRule.of(name).isEmpty()) {
                throw new IllegalArgumentException("stampede.alert.lasts.%s: there is no such rule; there are %s"
                        .formatted(
                                name,
                                Arrays.stream(AlertRule.values())
                                        .map(AlertRule::id)
                                        .toList()));
            }
        }
    }

    /** For how long it must have been bad before this one fires. */
    Duration of(AlertRule rule) {
        return lasts.getOrDefault(rule.id(), rule.lasts());
    }
}
