package stampede.demo;

import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The demonstration's shoppers that are programs.
 *
 * @param shoppers whether there are any
 * @param shoppersEvery how often they look at what sells
 */
@Validated
@ConfigurationProperties("stampede.demo")
record DemoShopperProperties(
        @DefaultValue("true") boolean shoppers,
        @DurationMin(millis = 100) @DefaultValue("2s") Duration shoppersEvery) {}
