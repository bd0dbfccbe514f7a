package stampede.task.broker;

import jakarta.validation.constraints.Pattern;
import java.net.URI;
import java.util.Optional;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Whether the program may make its virtual host again.
 *
 * @param management address of RabbitMQ's management API with an administrator's name and password in it, over HTTPS unless it is on
 *     this machine; empty if there is none, and a virtual host that was deleted is waited for
 */
@Validated
@ConfigurationProperties("stampede.task.virtual-host")
record VirtualHostProperties(
        @Pattern(
                regexp =
                        "(https://[^:@/]+:[^@/]+@.+|http://[^:@/]+:[^@/]+@(127\\.0\\.0\\.1|localhost|\\[::1])(:\\d{1,5})?/?)?",
                message = "must be https://name:password@host:port, or http:// on this machine")
        @DefaultValue("")
        String management) {

    /** The address, if there is one. */
    Optional<URI> address() {
        return management.isEmpty() ? Optional.empty() : Optional.of(URI.create(management));
    }
}
