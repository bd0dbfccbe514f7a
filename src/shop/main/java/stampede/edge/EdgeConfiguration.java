package stampede.edge;

import jakarta.servlet.DispatcherType;
import java.util.EnumSet;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.tomcat.TomcatConnectorCustomizer;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;
import org.springframework.core.env.Profiles;

/** Puts the edge before all other filters, and tells Tomcat the bounds that Spring Boot has no setting for. */
@Configuration(proxyBeanMethods = false)
class EdgeConfiguration {

    /** Header lines of a request; a browser behind two proxies sends some thirty. */
    private static final int MOST_HEADERS = 100;

    private static final int MOST_COOKIES = 50;

    /** Bytes behind the last chunk of a body, and beside the lengths of its chunks. Nobody sends any. */
    private static final int LONGEST_TRAILER = 1024;

    @Bean
    FilterRegistrationBean<RequestRulesFilter> edgeFilter(
            EdgeProperties properties,
            @Value("${stampede.payment.public-url:}") String publicUrl,
            Environment environment) {
        var inProduction = environment.acceptsProfiles(Profiles.of("production"));
        var rules = new RequestRules(
                properties.longestBody(), inProduction ? properties.hostsOr(publicUrl) : properties.hosts());
        var registration = new FilterRegistrationBean<>(new RequestRulesFilter(rules, properties.longestBody()));
        registration.setDispatcherTypes(EnumSet.of(DispatcherType.REQUEST, DispatcherType.ERROR));
        registration.setOrder(Ordered.HIGHEST_PRECEDENCE);
        return registration;
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
