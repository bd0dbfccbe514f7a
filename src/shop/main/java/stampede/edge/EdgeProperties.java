package stampede.edge;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.net.URI;
import java.time.Duration;
import java.util.Set;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * What is taken from strangers.
 *
 * @param longestBody bytes of a body, whatever the method and whether or not it says how long it is; handlers may take less
 * @param hosts names under which browsers know the shop, without ports; if there are none, any name will do, and in production the
 *     one in the public URL
 * @param refusalAge for how many seconds nginx may answer whoever wants what is sold out or over, instead of a node; 0 for never. Whoever
 *     repeats a press to get its old answer waits until nginx forgets
 * @param trustTrace whether the caller's trace is gone on with; only behind a proxy that writes {@code traceparent} itself
 */
@Validated
@ConfigurationProperties("stampede.edge")
record EdgeProperties(
        @Min(1024) @Max(2 * 1024 * 1024) @DefaultValue("65536")
        int longestBody,

        @DefaultValue Set<String> hosts,

        @DurationMin @DurationMax(seconds = 10) @DefaultValue("0s")
        Duration refusalAge,

        @DefaultValue("false") boolean trustTrace) {

    EdgeProperties {
        hosts = Set.copyOf(hosts);
    }

    /** The names; if none were given, the one in the address by which browsers and Alipay reach the shop, if that is known. */
    Set<String> hostsOr(String publicUrl) {
        if (!hosts.isEmpty() || publicUrl.isEmpty()) {
            return hosts;
        }
        return Set.of(URI.create(publicUrl).getHost());
    }
}
