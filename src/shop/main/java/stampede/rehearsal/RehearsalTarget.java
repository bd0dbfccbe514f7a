package stampede.rehearsal;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/** Where bots find the shop, and how. */
@Component
class RehearsalTarget {

    private final RehearsalProperties properties;
    private final String publicUrl;
    private final Environment environment;

    RehearsalTarget(
            RehearsalProperties properties,
            @Value("${stampede.payment.public-url:}") String publicUrl,
            Environment environment) {
        this.properties = properties;
        this.publicUrl = publicUrl;
        this.environment = environment;
    }

    /** The shop's address, without a slash at its end; empty if nobody said one and this process answers no requests. */
    Optional<URI> find() {
        var port = environment.getProperty("local.server.port");
        return Stream.of(properties.target(), publicUrl, port == null ? "" : "http://127.0.0.1:" + port)
                .map(address -> address.strip().replaceFirst("/+$", ""))
                .filter(address -> !address.isEmpty())
                .findFirst()
                .map(URI::create);
    }

    /** How many requests bots have under way at once. */
    int connections() {
        return properties.connections();
    }

    /** Whether the address is of this machine alone. */
    static boolean isThisMachine(URI target) {
        try {
            return InetAddress.getByName(target.getHost()).isLoopbackAddress();
        } catch (UnknownHostException elsewhere) {
            return false;
        }
    }
}
