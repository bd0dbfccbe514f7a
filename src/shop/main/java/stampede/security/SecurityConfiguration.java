package stampede.security;

import static org.springframework.security.config.Customizer.withDefaults;

import jakarta.servlet.DispatcherType;
import org.springframework.boot.security.autoconfigure.actuate.web.servlet.EndpointRequest;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpMethod;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.AccessDeniedHandler;
import org.springframework.security.web.access.intercept.AuthorizationFilter;
import org.springframework.security.web.authentication.AnonymousAuthenticationFilter;
import org.springframework.security.web.authentication.session.NullAuthenticatedSessionStrategy;
import org.springframework.security.web.csrf.CsrfFilter;
import org.springframework.security.web.csrf.CsrfTokenRepository;
import org.springframework.security.web.servlet.util.matcher.PathPatternRequestMatcher;
import stampede.account.Role;
import stampede.audit.SecurityEvents;
import stampede.staff.StaffDuties;
import stampede.token.JwtCodec;
import stampede.token.TokenPurpose;

/**
 * Who may ask for what. The JSON API knows people by bearer token and needs no protection against forged forms; the pages
 * know them by cookie and do. Neither takes the other's proof, and no server keeps a session.
 */
@Configuration(proxyBeanMethods = false)
class SecurityConfiguration {

    private static final String OPERATOR = Role.OPERATOR.name();

    /** How the API says no is the API's affair: it brings the two that say it. */
    @Bean
    @Order(1)
    SecurityFilterChain apiSecurity(
            HttpSecurity http,
            JwtCodec tokens,
            BearerTokenConverter bearers,
            AuthenticationEntryPoint stranger,
            AccessDeniedHandler denied,
            SecurityHeaders headers,
            StaffDuties duties,
            SecurityEvents events) {
        return stateless(http, headers, events)
                .securityMatcher("/api/**")
                .addFilterBefore(new StaffDutyFilter(duties), AuthorizationFilter.class)
                .csrf(AbstractHttpConfigurer::disable)
                .logout(AbstractHttpConfigurer::disable)
                .oauth2ResourceServer(bearer -> bearer.jwt(jwt ->
                                jwt.decoder(tokens.decoder(TokenPurpose.API)).jwtAuthenticationConverter(bearers))
                        .authenticationEntryPoint(stranger)
                        .accessDeniedHandler(denied))
                .exceptionHandling(
                        refused -> refused.authenticationEntryPoint(stranger).accessDeniedHandler(denied))
                .authorizeHttpRequests(requests -> requests.dispatcherTypeMatchers(
                                DispatcherType.ASYNC, DispatcherType.ERROR, DispatcherType.FORWARD)
                        .permitAll()
                        .requestMatchers("/api/ops/**", "/api/*/ops/**")
                        .hasRole(OPERATOR)
                        .requestMatchers(HttpMethod.GET, "/api/v1/slots/**", "/api/v1/offers/**")
                        .permitAll()
                        .requestMatchers(
                                HttpMethod.POST, "/api/v1/accounts", "/api/v1/tokens", "/api/v1/tokens/refresh")
                        .permitAll()
                        .requestMatchers(HttpMethod.DELETE, "/api/v1/tokens")
                        .permitAll()
                        .anyRequest()
                        .authenticated())
                .build();
    }

    /** Alipay's reports: no session, no cookie and no form of ours; whom they are from, their signature says. */
    @Bean
    @Order(2)
    SecurityFilterChain notificationSecurity(HttpSecurity http, SecurityHeaders headers, SecurityEvents events) {
        return stateless(http, headers, events)
                .securityMatcher(PathPatternRequestMatcher.pathPattern(HttpMethod.POST, "/payments/alipay/notify"))
                .csrf(AbstractHttpConfigurer::disable)
                .logout(AbstractHttpConfigurer::disable)
                .authorizeHttpRequests(requests -> requests.anyRequest().permitAll())
                .build();
    }

    /**
     * Every request is an authentication here, so Spring's renewal of the forms' token on authentication is switched off: it
     * would spoil all forms already drawn. {@link PageCookies#signIn} renews the token when somebody really signs in.
     */
    @Bean
    @Order(3)
    SecurityFilterChain pageSecurity(
            HttpSecurity http,
            PageCookies cookies,
            CsrfTokenRepository csrfTokens,
            SecurityHeaders headers,
            StaffDuties duties,
            ManagementProperties management,
            SecurityEvents events) {
        return stateless(http, headers, events)
                .csrf(csrf -> csrf.csrfTokenRepository(csrfTokens)
                        .sessionAuthenticationStrategy(new NullAuthenticatedSessionStrategy()))
                .addFilterBefore(new StaffDutyFilter(duties), AuthorizationFilter.class)
                .addFilterBefore(new ManagementTokenFilter(management, events), AnonymousAuthenticationFilter.class)
                .addFilterBefore(new PageCookieFilter(cookies), AnonymousAuthenticationFilter.class)
                .logout(signOut -> signOut.logoutUrl("/sign-out")
                        .addLogoutHandler(new SignOutEventHandler(cookies, events))
                        .addLogoutHandler((request, response, account) -> cookies.signOut(request, response))
                        .logoutSuccessUrl("/"))
                .exceptionHandling(refused -> refused.authenticationEntryPoint(new SignInRedirect())
                        .accessDeniedHandler(new StaffDutyRedirect()))
                .authorizeHttpRequests(requests -> requests.dispatcherTypeMatchers(
                                DispatcherType.ASYNC, DispatcherType.ERROR, DispatcherType.FORWARD)
                        .permitAll()
                        .requestMatchers(EndpointRequest.to("health"))
                        .permitAll()
                        .requestMatchers(EndpointRequest.toAnyEndpoint())
                        .hasAnyRole(OPERATOR, ManagementTokenFilter.ROLE)
                        .requestMatchers("/console/**")
                        .hasRole(OPERATOR)
                        .requestMatchers("/orders/**", "/purchases/**", "/account/**")
                        .authenticated()
                        .requestMatchers(HttpMethod.POST, "/sign-in", "/sign-in/code", "/register")
                        .permitAll()
                        .requestMatchers(HttpMethod.GET)
                        .permitAll()
                        .requestMatchers(HttpMethod.HEAD)
                        .permitAll()
                        .anyRequest()
                        .authenticated())
                .build();
    }

    private static HttpSecurity stateless(HttpSecurity http, SecurityHeaders headers, SecurityEvents events) {
        return http.sessionManagement(session -> session.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                .requestCache(AbstractHttpConfigurer::disable)
                .addFilterBefore(new AccessDeniedEventFilter(events), CsrfFilter.class)
                .headers(answers ->
                        answers.defaultsDisabled().cacheControl(withDefaults()).addHeaderWriter(headers));
    }
}
