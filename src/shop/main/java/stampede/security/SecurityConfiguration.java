package stampede.security;

import static org.springframework.security.config.Customizer.withDefaults;

import jakarta.servlet.DispatcherType;
import org.springframework.boot.security.autoconfigure.actuate.web.servlet.EndpointRequest;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpMethod;
import org.springframework.security.authentication.ProviderManager;
import org.springframework.security.authorization.AuthorizationDecision;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.config.observation.SecurityObservationSettings;
import org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationProvider;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.AccessDeniedHandler;
import org.springframework.security.web.access.intercept.AuthorizationFilter;
import org.springframework.security.web.authentication.AnonymousAuthenticationFilter;
import org.springframework.security.web.authentication.session.NullAuthenticatedSessionStrategy;
import org.springframework.security.web.csrf.CsrfFilter;
import org.springframework.security.web.csrf.CsrfTokenRepository;
import org.springframework.security.web.servlet.util.matcher.PathPatternRequestMatcher;
import stampede.account.Duty;
import stampede.account.Role;
import stampede.audit.SecurityEvents;
import stampede.ratelimit.AttemptRateLimiter;
import stampede.staff.ApiTokens;
import stampede.staff.SetUpSteps;
import stampede.token.JwtCodec;
import stampede.token.SignIn;
import stampede.token.TokenPurpose;

/**
 * Who may ask for what. The JSON API knows people by bearer token and needs no protection against forged forms; the pages
 * know them by cookie and do. Neither takes the other's proof, and no server keeps a session.
 */
@Configuration(proxyBeanMethods = false)
class SecurityConfiguration {

    private static final String OPERATOR = Role.OPERATOR.name();
    private static final String SELLER = Role.SELLER.name();

    /** Otherwise each filter is observed by itself, in every request, for figures that nobody looks at. */
    @Bean
    static SecurityObservationSettings filtersAreNotObserved() {
        return SecurityObservationSettings.noObservations();
    }

    /** How the API says no is the API's affair: it brings the two that say it. */
    @Bean
    @Order(1)
    SecurityFilterChain apiSecurity(
            HttpSecurity http,
            JwtCodec tokens,
            BearerTokenConverter bearers,
            ApiTokens apiTokens,
            AuthenticationEntryPoint stranger,
            AccessDeniedHandler denied,
            SecurityHeaders headers,
            SetUpSteps steps,
            AttemptRateLimiter uploads,
            SecurityEvents events) {
        var accessTokens = new JwtAuthenticationProvider(tokens.decoder(TokenPurpose.API));
        accessTokens.setJwtAuthenticationConverter(bearers);
        var known = new ProviderManager(accessTokens, new ApiTokenProvider(apiTokens));
        return stateless(http, headers, events)
                .securityMatcher("/api/**")
                .addFilterBefore(new SetUpFilter(steps), AuthorizationFilter.class)
                .addFilterAfter(
                        new UploadFilter(request -> AccessDeniedEventFilter.account(), uploads, stranger),
                        AuthorizationFilter.class)
                .csrf(AbstractHttpConfigurer::disable)
                .logout(AbstractHttpConfigurer::disable)
                .oauth2ResourceServer(bearer -> bearer.authenticationManagerResolver(request -> known)
                        .authenticationEntryPoint(stranger)
                        .accessDeniedHandler(denied))
                .exceptionHandling(
                        refused -> refused.authenticationEntryPoint(stranger).accessDeniedHandler(denied))
                .authorizeHttpRequests(requests -> requests.dispatcherTypeMatchers(
                                DispatcherType.ASYNC, DispatcherType.ERROR, DispatcherType.FORWARD)
                        .permitAll()
                        .requestMatchers("/api/ops/**", "/api/*/ops/**")
                        .hasRole(OPERATOR)
                        .requestMatchers("/api/v1/seller/**")
                        .hasRole(SELLER)
                        .requestMatchers(HttpMethod.GET, "/api/v1/slots/**", "/api/v1/offers/**", "/api/v1/coupons")
                        .permitAll()
                        .requestMatchers(
                                HttpMethod.POST, "/api/v1/accounts", "/api/v1/tokens", "/api/v1/tokens/refresh")
                        .permitAll()
                        .requestMatchers(HttpMethod.DELETE, "/api/v1/tokens")
                        .permitAll()
                        .anyRequest()
                        .access((who, request) -> new AuthorizationDecision(
                                who.get() instanceof AccountAuthentication account && !account.isApiToken())))
                .build();
    }

    /** Alipay's reports: no session, no cookie and no form of ours; whom they are from, their signature says. */
    @Bean
    @Order(2)
    SecurityFilterChain notificationSecurity(HttpSecurity http, SecurityHeaders headers, SecurityEvents events) {
        return stateless(http, headers, events)
                .securityMatcher(PathPatternRequestMatcher.pathPattern(HttpMethod.POST, "/payments/alipay/notify/**"))
                .csrf(AbstractHttpConfigurer::disable)
                .logout(AbstractHttpConfigurer::disable)
                .authorizeHttpRequests(requests -> requests.anyRequest().permitAll())
                .build();
    }

    /** Pictures that the shop drew: for everybody who knows the address, so nobody's cookie is read for them. */
    @Bean
    @Order(3)
    SecurityFilterChain pictureSecurity(HttpSecurity http, SecurityHeaders headers, SecurityEvents events) {
        return stateless(http, headers, events)
                .securityMatcher(PathPatternRequestMatcher.pathPattern(HttpMethod.GET, "/pictures/*/*"))
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
    @Order(4)
    SecurityFilterChain pageSecurity(
            HttpSecurity http,
            PageCookies cookies,
            CsrfTokenRepository csrfTokens,
            SecurityHeaders headers,
            SetUpSteps steps,
            AttemptRateLimiter uploads,
            ManagementProperties management,
            SecurityEvents events) {
        return stateless(http, headers, events)
                .csrf(csrf -> csrf.csrfTokenRepository(csrfTokens)
                        .sessionAuthenticationStrategy(new NullAuthenticatedSessionStrategy()))
                .addFilterBefore(
                        new UploadFilter(
                                request -> cookies.read(request)
                                        .flatMap(cookies::current)
                                        .map(SignIn::account),
                                uploads,
                                new SignInRedirect()),
                        CsrfFilter.class)
                .addFilterBefore(new SetUpFilter(steps), AuthorizationFilter.class)
                .addFilterBefore(new ManagementTokenFilter(management, events), AnonymousAuthenticationFilter.class)
                .addFilterBefore(new PageCookieFilter(cookies), AnonymousAuthenticationFilter.class)
                .logout(signOut -> signOut.logoutUrl("/sign-out")
                        .addLogoutHandler(new SignOutEventHandler(cookies, events))
                        .addLogoutHandler((request, response, account) -> cookies.signOut(request, response))
                        .logoutSuccessUrl("/"))
                .exceptionHandling(refused ->
                        refused.authenticationEntryPoint(new SignInRedirect()).accessDeniedHandler(new SetUpRedirect()))
                .authorizeHttpRequests(requests -> requests.dispatcherTypeMatchers(
                                DispatcherType.ASYNC, DispatcherType.ERROR, DispatcherType.FORWARD)
                        .permitAll()
                        .requestMatchers(EndpointRequest.to("health"))
                        .permitAll()
                        .requestMatchers(EndpointRequest.toAnyEndpoint())
                        .hasAnyRole(Duty.SEE.name(), ManagementTokenFilter.ROLE)
                        .requestMatchers("/console/**")
                        .hasRole(OPERATOR)
                        .requestMatchers("/seller/**")
                        .hasRole(SELLER)
                        .requestMatchers("/orders/**", "/purchases/**", "/account/**")
                        .authenticated()
                        .requestMatchers(
                                HttpMethod.POST,
                                "/sign-in",
                                "/sign-in/code",
                                "/sign-in/forgotten",
                                "/register",
                                "/register/seller",
                                "/welcome/*")
                        .permitAll()
                        .requestMatchers(HttpMethod.GET)
                        .permitAll()
                        .requestMatchers(HttpMethod.HEAD)
                        .permitAll()
                        .anyRequest()
                        .authenticated())
                .build();
    }

    static HttpSecurity stateless(HttpSecurity http, SecurityHeaders headers, SecurityEvents events) {
        return http.sessionManagement(session -> session.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                .requestCache(AbstractHttpConfigurer::disable)
                .addFilterBefore(new AccessDeniedEventFilter(events), CsrfFilter.class)
                .headers(answers ->
                        answers.defaultsDisabled().cacheControl(withDefaults()).addHeaderWriter(headers));
    }
}
