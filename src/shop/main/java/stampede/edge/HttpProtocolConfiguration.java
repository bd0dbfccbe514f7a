package stampede.edge;

import java.time.Duration;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.tomcat.TomcatConnectorCustomizer;
import org.springframework.boot.tomcat.TomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Bounds that Tomcat does not have, or that Spring Boot has no setting for; the others are in {@code application.yaml}. */
@Configuration(proxyBeanMethods = false)
class HttpProtocolConfiguration {

    /** Header lines of a request; a browser behind two proxies sends some thirty. */
    private static final int MOST_HEADERS = 100;

    private static final int MOST_COOKIES = 50;

    /** Bytes behind the last chunk of a body, and beside the lengths of its chunks. Nobody sends any. */
    private static final int LONGEST_TRAILER = 1024;

    /** What a connection keeps in memory while its request is answered, in bytes: Tomcat's buffers and the request's thread. */
    private static final long CONNECTION_BYTES = 80 * 1024;

    /** What all connections together may keep of the heap, in hundredths. */
    private static final int HEAP_PERCENT = 30;

    /** Runs after Spring Boot's own, so that the most connections that are set are a bound, too. */
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
                    bounded.setMaxConnections(mostConnections(
                            bounded.getMaxConnections(), Runtime.getRuntime().maxMemory()));
                }
            });
        };
    }

    /** As many as are set, and no more than the heap has room for. */
    static int mostConnections(int set, long heapBytes) {
        return (int) Math.min(set, heapBytes / 100 * HEAP_PERCENT / CONNECTION_BYTES);
    }

    @Bean
    WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> longBodies() {
        return server -> server.addEngineValves(new LongBodyValve());
    }

    /** {@code Expect: 100-continue} is answered when the body is read, so not when the request is refused. */
    @Bean
    TomcatConnectorCustomizer connectorBounds() {
        return connector -> {
            connector.setMaxCookieCount(MOST_COOKIES);
            connector.setProperty("maxHeaderCount", Integer.toString(MOST_HEADERS));
            connector.setProperty("maxTrailerSize", Integer.toString(LONGEST_TRAILER));
            connector.setProperty("maxExtensionSize", Integer.toString(LONGEST_TRAILER));
            connector.setProperty("continueResponseTiming", "onRead");
        };
    }
}
