package stampede.catalog.cache;

import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How long what is read of the catalogue may be kept.
 *
 * @param freshFor for how long a node answers from memory before it looks again, behind the asker's back
 * @param keptFor for how long a node remembers what nobody asks for
 * @param loadPatience how long a node waits for another one that loads the same thing
 * @param falsePositives what share of unknown offers may pass the Bloom filter
 */
@Validated
@ConfigurationProperties("stampede.catalog")
record CatalogCacheProperties(
        @DurationMin(millis = 50) @DefaultValue("1s") Duration freshFor,
        @DurationMin(seconds = 2) @DefaultValue("30s") Duration keptFor,
        @DurationMin(millis = 100) @DefaultValue("3s") Duration loadPatience,

        @DecimalMin("0.000001") @DecimalMax("0.1") @DefaultValue("0.001")
        double falsePositives) {}
