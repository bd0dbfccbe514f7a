package stampede.rehearsal;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How rehearsals are played.
 *
 * @param target where bots find the shop, such as {@code https://shop.example.com}. Blank: at its public address, or else at the port of
 *     the node that runs the rehearsal
 * @param connections how many requests bots have under way at once
 * @param keepOrders how long the orders of shadows are kept
 * @param beforeSlots whether a small rehearsal is played twelve minutes before a slot that has an offer of more than 1,000 units
 */
@Validated
@ConfigurationProperties("stampede.rehearsal")
record RehearsalProperties(
        @DefaultValue("") String target,
        @Min(1) @Max(1_000) @DefaultValue("64") int connections,
        @DurationMin(hours = 1) @DefaultValue("7d") Duration keepOrders,
        @DefaultValue("false") boolean beforeSlots) {}
