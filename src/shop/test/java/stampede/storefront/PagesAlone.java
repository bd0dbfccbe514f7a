package stampede.storefront;

import jakarta.servlet.FilterChain;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration;
import org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration;
import org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.security.autoconfigure.UserDetailsServiceAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Import;
import org.springframework.core.MethodParameter;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.authentication.AnonymousAuthenticationFilter;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import stampede.account.AccountId;
import stampede.account.AccountProperties;
import stampede.account.CurrentAccount;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.challenge.StandInCrowds;
import stampede.purchase.CrowdGuard;
import stampede.room.StandInRooms;
import stampede.setting.Settings;
import stampede.storefront.order.AlipayReturnController;
import stampede.storefront.order.OrderController;
import stampede.storefront.order.OrderRowReader;
import stampede.storefront.order.StorefrontPaymentController;
import stampede.storefront.order.StorefrontRefundController;

/**
 * The pages, the shop they show, and a way to be somebody without a password. No {@code @Configuration}, so that the tests of
 * the whole shop do not find it.
 */
@EnableAutoConfiguration(
        exclude = {
            DataSourceAutoConfiguration.class,
            HibernateJpaAutoConfiguration.class,
            DataJpaRepositoriesAutoConfiguration.class,
            FlywayAutoConfiguration.class,
            UserDetailsServiceAutoConfiguration.class
        })
@EnableConfigurationProperties({AccountProperties.class, StorefrontProperties.class, PollProperties.class})
@EnableScheduling
@ComponentScan({"stampede.site", "stampede.storefront.reminder", "stampede.storefront.room"})
@Import({
    StorefrontExceptionHandler.class,
    BuyController.class,
    BuyPage.class,
    OwnAddresses.class,
    PurchaseCookie.class,
    RoomCookies.class,
    WaitingController.class,
    ReminderBar.class,
    HomeController.class,
    OfferController.class,
    OfferOrderController.class,
    OrderController.class,
    StorefrontPaymentController.class,
    PollAdvice.class,
    PurchaseController.class,
    PurchaseEventStream.class,
    RoomEventStream.class,
    EventStreamLimiter.class,
    StorefrontRefundController.class,
    AlipayReturnController.class,
    ServersAwayExceptionHandler.class,
    Settings.class,
    OfferCards.class,
    OrderRowReader.class
})
class PagesAlone implements WebMvcConfigurer {

    @Bean
    Clock clock() {
        return Clock.systemUTC();
    }

    @Bean
    StandInShop shop(Clock clock) {
        return new StandInShop(clock.instant());
    }

    @Bean
    StandInAddressBook addressBook() {
        return new StandInAddressBook();
    }

    @Bean
    StandInReminders reminders(StandInShop shop, Clock clock) {
        return new StandInReminders(shop, clock);
    }

    @Bean
    StandInRooms rooms() {
        return new StandInRooms();
    }

    @Bean
    CrowdGuard crowd() {
        return StandInCrowds.none();
    }

    @Bean
    StandInMoney money(StandInShop shop) {
        return new StandInMoney(shop);
    }

    @Bean
    SecurityFilterChain everybody(HttpSecurity http) {
        return http.csrf(AbstractHttpConfigurer::disable)
                .headers(headers -> headers.contentSecurityPolicy(content -> content.policyDirectives(
                        "default-src 'self'; img-src 'self' data:; object-src 'none'; form-action 'self'")))
                .addFilterBefore(new WhoeverYouSay(), AnonymousAuthenticationFilter.class)
                .authorizeHttpRequests(requests -> requests.anyRequest().permitAll())
                .build();
    }

    @Override
    public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
        resolvers.add(new Current());
    }

    private static final class WhoeverYouSay extends OncePerRequestFilter {

        @Override
        protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                throws IOException, jakarta.servlet.ServletException {
            Stream.ofNullable(request.getCookies())
                    .flatMap(Stream::of)
                    .filter(cookie -> cookie.getName().equals("as"))
                    .map(Cookie::getValue)
                    .findFirst()
                    .ifPresent(id -> SecurityContextHolder.getContext()
                            .setAuthentication(new TestingAuthenticationToken(somebody(id), "", "ROLE_SHOPPER")));
            chain.doFilter(request, response);
        }

        private static SignedIn somebody(String id) {
            return new SignedIn(AccountId.of(id), "ann", id.equals("3") ? Role.SELLER : Role.SHOPPER);
        }
    }

    private static final class Current implements HandlerMethodArgumentResolver {

        @Override
        public boolean supportsParameter(MethodParameter parameter) {
            return parameter.hasParameterAnnotation(CurrentAccount.class);
        }

        @Override
        public Object resolveArgument(
                MethodParameter parameter,
                @Nullable ModelAndViewContainer container,
                NativeWebRequest request,
                @Nullable WebDataBinderFactory binders) {
            var account = Optional.ofNullable(SecurityContextHolder.getContext().getAuthentication())
                    .map(known -> known.getPrincipal())
                    .filter(SignedIn.class::isInstance);
            return parameter.isOptional() ? account : account.orElseThrow();
        }
    }
}
