package stampede.task;

import jakarta.validation.constraints.AssertTrue;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.validation.annotation.Validated;

/**
 * Whether the shop may make its virtual host again.
 *
 * @param management address of RabbitMQ's management API with an administrator's name and password in it, over HTTPS unless it is on
 *     this machine; without one a virtual host that was deleted is waited for
 */
@Validated
@ConfigurationProperties("stampede.task.virtual-host")
record VirtualHostProperties(Optional<URI> management) {

    private static final List<String> HERE = List.of("127.0.0.1", "localhost", "[::1]");

    @AssertTrue(message = "must be https://name:password@host:port, or http:// on this machine")
    boolean isManagementSafe() {
        return management.isEmpty() || isSafe(management.get());
    }

    private static boolean isSafe(URI address) {
        var userInfo = address.getUserInfo();
        return userInfo != null
                && userInfo.contains(":")
                && ("https".equals(address.getScheme())
                        || ("http".equals(address.getScheme()) && HERE.contains(address.getHost())));
    }
}
