package stampede.edge;

import com.github.benmanes.caffeine.cache.Ticker;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import java.util.EnumSet;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterProperties;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;
import org.springframework.core.env.Profiles;
import org.springframework.util.unit.DataSize;
import org.springframework.web.servlet.LocaleResolver;
import stampede.api.problem.ProblemWriter;
import stampede.api.problem.StrictJsonConfiguration;
import stampede.api.room.RoomApi;
import stampede.purchase.BotPasses;
import stampede.purchase.Purchases;
import stampede.security.SecurityHeaders;
import stampede.signin.BearerTokenVerifier;
import stampede.storefront.OwnAddresses;
import tools.jackson.databind.json.JsonMapper;

/** The filters that refuse or answer before all others, in this order; the last comes behind Spring Security. */
@Configuration(proxyBeanMethods = false)
class EdgeFilterConfiguration {

    private static final int RULES = Ordered.HIGHEST_PRECEDENCE;

    /** After what says where a request comes from; before Spring's measuring of requests, which has the same order, but comes later. */
    private static final int ANSWERS = Ordered.HIGHEST_PRECEDENCE + 1;

    private static final int BEHIND_SECURITY = SecurityFilterProperties.DEFAULT_FILTER_ORDER + 1;

    /** Where answers are the same for everybody, or for all who do not say who they are. */
    private static final String[] PUBLIC_PATHS = {
        "/",
        "/slots/*",
        "/offers/*",
        "/api/v1/slots",
        "/api/v1/slots/*",
        "/api/v1/offers/*",
        "/search",
        "/tokens.css",
        "/icons.svg",
        "/stampede.css",
        "/stampede.js",
        "/console.css",
        "/favicon.svg",
        "/pictures/*",
        "/webjars/*"
    };

    @Bean
    FilterRegistrationBean<RequestRulesFilter> requestRulesFilter(
            EdgeProperties properties,
            @Value("${stampede.payment.public-url:}") String publicUrl,
            @Value("${spring.servlet.multipart.max-request-size:0}") DataSize longestUpload,
            Environment environment) {
        var inProduction = environment.acceptsProfiles(Profiles.of("production"));
        var rules = new RequestRules(
                properties.longestBody(),
                longestUpload.toBytes(),
                inProduction ? properties.hostsOr(publicUrl) : properties.hosts());
        var registration = registration(new RequestRulesFilter(rules), RULES, "/*");
        registration.setDispatcherTypes(EnumSet.of(DispatcherType.REQUEST, DispatcherType.ERROR));
        return registration;
    }

    @Bean
    FastPath fastPath(BearerTokenVerifier tokens, ProblemWriter problems, SecurityHeaders headers) {
        return new FastPath(tokens, problems, headers);
    }

    @Bean
    FilterRegistrationBean<FastPurchaseFilter> fastPurchaseFilter(
            FastPath path, BotPasses bots, Purchases purchases, EdgeProperties properties, JsonMapper json) {
        return registration(
                new FastPurchaseFilter(
                        path, bots, purchases, properties.refusalAge(), StrictJsonConfiguration.of(json)),
                ANSWERS,
                FastPath.OFFERS + "*",
                FastPurchaseFilter.PURCHASES + "*");
    }

    @Bean
    FilterRegistrationBean<FastRoomFilter> fastRoomFilter(FastPath path, RoomApi rooms, JsonMapper json) {
        return registration(
                new FastRoomFilter(path, rooms, StrictJsonConfiguration.of(json).writer()),
                ANSWERS,
                FastPath.OFFERS + "*");
    }

    @Bean
    FilterRegistrationBean<PublicResponseCache> publicResponseCache(LocaleResolver languages, MeterRegistry meters) {
        return registration(
                new PublicResponseCache(languages, meters, Ticker.systemTicker(), PublicResponseCache.PATIENCE),
                ANSWERS,
                PUBLIC_PATHS);
    }

    @Bean
    FilterRegistrationBean<ShopperPageCache> shopperPageCache(
            LocaleResolver languages, OwnAddresses ownAddresses, MeterRegistry meters) {
        return registration(
                new ShopperPageCache(languages, ownAddresses::of, meters, Ticker.systemTicker()),
                BEHIND_SECURITY,
                "/",
                "/slots/*",
                "/offers/*");
    }

    private static <F extends Filter> FilterRegistrationBean<F> registration(F filter, int order, String... paths) {
        var registration = new FilterRegistrationBean<>(filter);
        registration.setOrder(order);
        registration.addUrlPatterns(paths);
        return registration;
    }
}
