package stampede.task.broker;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import java.net.URI;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * What the program may do and look at with an administrator's way into RabbitMQ.
 *
 * @param management address of RabbitMQ's management API with an administrator's name and password in it, over HTTPS unless it is on
 *     this machine, or those of several nodes with commas between, of which the next is asked when one does not answer; empty if there
 *     is none, and a virtual host that was deleted is waited for
 * @param members how many nodes of RabbitMQ shall keep each queue, at least: health tells which have fewer; 0 if nobody wants to know
 */
@Validated
@ConfigurationProperties("stampede.task.virtual-host")
record VirtualHostProperties(
        @Pattern(
                regexp = "(" + ADDRESS + "(," + ADDRESS + ")*)?",
                message = "must be https://name:password@host:port, or http:// on this machine; commas between several")
        @DefaultValue("")
        String management,

        @Min(0) @Max(9) @DefaultValue("0") int members) {

    private static final String ADDRESS = "(https://[^:@/,]+:[^@/,]+@[^@,]+"
            + "|http://[^:@/,]+:[^@/,]+@(127\\.0\\.0\\.1|localhost|\\[::1])(:\\d{1,5})?/?)";

    VirtualHostProperties {
        if (members > 0 && management.isEmpty()) {
            throw new IllegalArgumentException("stampede.task.virtual-host.members can only be seen with"
                    + " stampede.task.virtual-host.management: set it, or set members to 0");
        }
    }

    /** The API, if there is an address of it. */
    Optional<ManagementApi> api() {
        return management.isEmpty()
                ? Optional.empty()
                : Optional.of(new ManagementApi(
                        Stream.of(management.split(",")).map(URI::create).toList()));
    }
}
