package stampede.servers;

import java.util.HashMap;
import java.util.Map;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

/**
 * Completes the settings that lead to the servers: the shop's own parameters come to those of {@code STAMPEDE_DB_URL} and {@code STAMPEDE_DB_REPLICA_URL}, and who
 * signed the servers' certificates, if {@code STAMPEDE_SERVERS_CA} names a file, is told to all three clients.
 */
final class ServersEnvironmentPostProcessor implements EnvironmentPostProcessor {

    private static final String DATABASE = "spring.datasource.url";
    private static final String REPLICA = "stampede.replica.url";
    private static final String REDIS = "spring.data.redis.url";
    private static final String BROKER = "spring.rabbitmq.addresses";

    @Override
    public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
        var url = environment.getProperty(DATABASE, "");
        if (url.isEmpty()) {
            return;
        }
        var settings = new HashMap<String, Object>();
        var ca = environment.getProperty("stampede.servers.ca", "");
        Map<String, String> trusted = Map.of();
        if (!ca.isEmpty()) {
            var authority = ServerCertificates.of(ca);
            trusted = authority.driverParameters();
            settings.put("spring.ssl.bundle.pem.servers.truststore.certificate", authority.certificates());
            if (environment.getProperty(REDIS, "").startsWith("rediss:")) {
                settings.put("spring.data.redis.ssl.bundle", "servers");
            }
            if (environment.getProperty(BROKER, "").startsWith("amqps:")) {
                settings.put("spring.rabbitmq.ssl.bundle", "servers");
            }
        }
        settings.put(DATABASE, new DatabaseUrl(url).withDefaults(trusted));
        settings.put("spring.flyway.url", new DatabaseUrl(url).withoutTimeLimit(trusted));
        var replica = environment.getProperty(REPLICA, "");
        if (!replica.isBlank()) {
            settings.put(REPLICA, new DatabaseUrl(replica).withDefaults(trusted));
        }
        if (environment.getProperty("spring.flyway.user", "").isEmpty()) {
            settings.put("spring.flyway.user", environment.getProperty("spring.datasource.username", ""));
            settings.put("spring.flyway.password", environment.getProperty("spring.datasource.password", ""));
        }
        environment.getPropertySources().addFirst(new MapPropertySource("servers", settings));
    }
}
