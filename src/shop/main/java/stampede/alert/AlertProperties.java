package stampede.alert;

import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * When alerts are looked for, and when people are told.
 *
 * @param enabled whether this node looks for them; without it pages show those that others found
 * @param every how often the rules are judged
 * @param showEvery how often a node reads for its pages which of them fire
 * @param resolveAfter how long something must be good before its alert is resolved
 * @param tellAfter how long a warning waits before it is told, so that what fires together goes together; urgent ones do not wait
 * @param repeatUrgent after what time an urgent one is told again that nobody looks after
 * @param repeat the same for a warning
 * @param kept how long those are kept that are resolved
 */
@Validated
@ConfigurationProperties("stampede.alert")
public record AlertProperties(
        @DefaultValue("true") boolean enabled,
        @DurationMin(seconds = 1) @DefaultValue("5s") Duration every,
        @DurationMin(seconds = 1) @DefaultValue("3s") Duration showEvery,
        @DurationMin(seconds = 0) @DefaultValue("60s") Duration resolveAfter,
        @DurationMin(seconds = 0) @DefaultValue("30s") Duration tellAfter,
        @DurationMin(minutes = 1) @DefaultValue("1h") Duration repeatUrgent,
        @DurationMin(minutes = 1) @DefaultValue("4h") Duration repeat,
        @DurationMin(days = 1) @DefaultValue("90d") Duration kept) {}
