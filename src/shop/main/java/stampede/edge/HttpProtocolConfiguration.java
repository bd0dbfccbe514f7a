package stampede.edge;

import java.time.Duration;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.tomcat.TomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Bounds that Tomcat does not have; those it has are in {@code application.yaml}. */
@Configuration(proxyBeanMethods = false)
class HttpProtocolConfiguration {

    @Bean
    WebServerFactoryCustomizer<TomcatWebServerFactory> boundedConnections(
            @Value("${stampede.connections.headers-within:10s}") Duration headersWithin,
            @Value("${stampede.connections.body-within:30s}") Duration bodyWithin) {
        return tomcat -> {
            tomcat.setProtocol(BoundedHttpProtocol.class.getName());
            tomcat.addConnectorCustomizers(connector -> {
                if (connector.getProtocolHandler() instanceof BoundedHttpProtocol bounded) {
                    bounded.setHeadersWithin(headersWithin);
                    bounded.setBodyWithin(bodyWithin);
                }
            });
        };
    }
}
