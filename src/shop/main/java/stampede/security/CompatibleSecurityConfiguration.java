package stampede.security;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.security.authentication.ProviderManager;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationProvider;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.AccessDeniedHandler;
import org.springframework.security.web.access.intercept.AuthorizationFilter;
import stampede.account.Role;
import stampede.audit.SecurityEvents;
import stampede.staff.SetUpSteps;
import stampede.token.JwtCodec;
import stampede.token.TokenPurpose;

/** Who may ask the API that is kept as an earlier shop had it, whose clients send the token without a word before it. */
@Configuration(proxyBeanMethods = false)
class CompatibleSecurityConfiguration {

    private static final String BEARER = "Bearer ";

    /** Whoever has a token that is too old comes here for another one, and sends the old one along. */
    private static final Set<String> WITHOUT_TOKEN = Set.of("/api/users", "/api/auth");

    @Bean
    @Order(0)
    SecurityFilterChain compatibleApiSecurity(
            HttpSecurity http,
            JwtCodec tokens,
            BearerTokenConverter bearers,
            AuthenticationEntryPoint stranger,
            AccessDeniedHandler denied,
            SecurityHeaders headers,
            SetUpSteps steps,
            SecurityEvents events) {
        var accessTokens = new JwtAuthenticationProvider(tokens.decoder(TokenPurpose.API));
        accessTokens.setJwtAuthenticationConverter(bearers);
        var known = new ProviderManager(accessTokens);
        return SecurityConfiguration.stateless(http, headers, events)
                .securityMatcher("/api/users", "/api/users/**", "/api/auth", "/api/auth/**")
                .addFilterBefore(new SetUpFilter(steps), AuthorizationFilter.class)
                .csrf(AbstractHttpConfigurer::disable)
                .logout(AbstractHttpConfigurer::disable)
                .oauth2ResourceServer(bearer -> bearer.authenticationManagerResolver(request -> known)
                        .bearerTokenResolver(CompatibleSecurityConfiguration::token)
                        .authenticationEntryPoint(stranger)
                        .accessDeniedHandler(denied))
                .exceptionHandling(
                        refused -> refused.authenticationEntryPoint(stranger).accessDeniedHandler(denied))
                .authorizeHttpRequests(requests -> requests.dispatcherTypeMatchers(
                                DispatcherType.ASYNC, DispatcherType.ERROR, DispatcherType.FORWARD)
                        .permitAll()
                        .requestMatchers(HttpMethod.POST, WITHOUT_TOKEN.toArray(String[]::new))
                        .permitAll()
                        .anyRequest()
                        .hasAnyRole(Role.SHOPPER.name(), Role.SELLER.name()))
                .build();
    }

    private static @Nullable String token(HttpServletRequest request) {
        var header = request.getHeader(HttpHeaders.AUTHORIZATION);
        if (header == null || header.isBlank() || isWithoutToken(request)) {
            return null;
        }
        return header.regionMatches(true, 0, BEARER, 0, BEARER.length())
                ? header.substring(BEARER.length()).strip()
                : header.strip();
    }

    private static boolean isWithoutToken(HttpServletRequest request) {
        return HttpMethod.POST.matches(request.getMethod()) && WITHOUT_TOKEN.contains(request.getRequestURI());
    }
}
