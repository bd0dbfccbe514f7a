package stampede.edge;

import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import stampede.api.problem.ProblemWriter;
import stampede.api.problem.StrictJsonConfiguration;
import stampede.purchase.Purchases;
import stampede.security.SecurityHeaders;
import stampede.signin.BearerTokenVerifier;
import tools.jackson.databind.json.JsonMapper;

/** Where the express way is entered. */
@Configuration(proxyBeanMethods = false)
class FastPurchaseConfiguration {

    /** After what says where a request comes from, and before all else, Spring's measuring of requests included. */
    private static final int FIRST = Ordered.HIGHEST_PRECEDENCE + 1;

    @Bean
    FilterRegistrationBean<FastPurchaseFilter> expressPurchases(
            BearerTokenVerifier tokens,
            Purchases purchases,
            ProblemWriter problemWriter,
            SecurityHeaders headers,
            JsonMapper json) {
        var registration = new FilterRegistrationBean<>(
                new FastPurchaseFilter(tokens, purchases, problemWriter, headers, StrictJsonConfiguration.of(json)));
        registration.addUrlPatterns(FastPurchaseFilter.OFFERS + "*", FastPurchaseFilter.PURCHASES + "*");
        registration.setOrder(FIRST);
        return registration;
    }
}
