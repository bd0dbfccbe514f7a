package stampede.replica;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Where the replica is that reports are read from.
 *
 * @param url its JDBC address; empty: there is none, and the primary is asked
 * @param username the user there; the shop's in the primary unless it says otherwise
 * @param password that user's
 * @param maxAge how old it may be; if it is older, the primary is asked. Whoever has changed something is answered by the primary for as long
 * @param connections how many there are at most
 */
@Validated
@ConfigurationProperties("stampede.replica")
record ReplicaProperties(
        @DefaultValue("") String url,
        @DefaultValue("") String username,
        @DefaultValue("") String password,
        @DurationMin(seconds = 5) @DefaultValue("10s") Duration maxAge,
        @Min(1) @Max(50) @DefaultValue("5") int connections) {}
