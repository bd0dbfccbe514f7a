package stampede.order;

import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How orders are placed and how long they wait.
 *
 * @param paymentTime how long an order waits for its payment
 * @param pollEvery how often the database is searched for orders whose time is up
 * @param keepAddresses how long an order that has ended keeps its address, from when it was placed
 * @param giveUpClosingAfter how long an order waits for the provider's word on its trade before its units go back without it
 */
@Validated
@ConfigurationProperties("stampede.order")
record OrderProperties(
        @DurationMin(seconds = 1) @DefaultValue("5m") Duration paymentTime,
        @DurationMin(millis = 100) @DefaultValue("10s") Duration pollEvery,
        @DurationMin(days = 1) @DefaultValue("180d") Duration keepAddresses,
        @DurationMin(seconds = 1) @DefaultValue("10m") Duration giveUpClosingAfter) {}
