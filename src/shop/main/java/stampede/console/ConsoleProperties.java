package stampede.console;

import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Positive;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * What the console shows.
 *
 * @param rabbitManagement address of RabbitMQ's management pages, to be linked to; empty if there are none
 * @param offersPerPage how many offers of a slot are on one page
 */
@Validated
@ConfigurationProperties("stampede.console")
record ConsoleProperties(
        @Pattern(regexp = "(https?://.+)?") @DefaultValue("")
        String rabbitManagement,

        @Positive @DefaultValue("50") int offersPerPage) {}
