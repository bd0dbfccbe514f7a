package stampede.api;

import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import stampede.account.BearerTokens;
import stampede.account.SecurityHeaders;
import stampede.purchase.Purchases;
import tools.jackson.databind.json.JsonMapper;

/** Where the express way is entered. */
@Configuration(proxyBeanMethods = false)
class ExpressConfiguration {

    /** After what says where a request comes from, and before all else, Spring's measuring of requests included. */
    private static final int FIRST = Ordered.HIGHEST_PRECEDENCE + 1;

    @Bean
    FilterRegistrationBean<ExpressPurchases> expressPurchases(
            BearerTokens tokens, Purchases purchases, Problems problems, SecurityHeaders headers, JsonMapper json) {
        var registration = new FilterRegistrationBean<>(
                new ExpressPurchases(tokens, purchases, problems, headers, StrictJson.of(json)));
        registration.addUrlPatterns(ExpressPurchases.OFFERS + "*", ExpressPurchases.PURCHASES + "*");
        registration.setOrder(FIRST);
        return registration;
    }
}
