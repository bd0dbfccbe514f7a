package stampede.http;

import org.springframework.boot.autoconfigure.condition.NoneNestedConditions;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import stampede.support.NodeRole;
import stampede.support.OnRole;

/** What a node without the role {@code web} is instead. */
@Configuration(proxyBeanMethods = false)
class WebRoleConfiguration {

    @Bean
    @Conditional(WithoutWeb.class)
    static WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> noShoppers() {
        return server -> server.addEngineValves(new WebRoleValve());
    }

    /** Holds where {@link OnRole} of the role does not. */
    static final class WithoutWeb extends NoneNestedConditions {

        WithoutWeb() {
            super(ConfigurationPhase.REGISTER_BEAN);
        }

        @OnRole(NodeRole.WEB)
        static final class Web {}
    }
}
