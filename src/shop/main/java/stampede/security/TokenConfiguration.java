package stampede.security;

import java.time.Clock;
import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.web.csrf.CsrfTokenRepository;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import stampede.account.AccountProperties;
import stampede.account.CurrentAccount;
import stampede.account.Needs;
import stampede.signing.SigningKeys;
import stampede.token.AccessTokenIssuer;
import stampede.token.JwtCodec;
import stampede.token.TokenKeys;

/** The tokens' key, the forms' protection, and {@link CurrentAccount} and {@link Needs} for controllers. */
@Configuration(proxyBeanMethods = false)
class TokenConfiguration implements WebMvcConfigurer {

    @Override
    public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
        resolvers.add(new CurrentAccountResolver());
    }

    @Override
    public void addInterceptors(InterceptorRegistry interceptors) {
        interceptors.addInterceptor(new DutyInterceptor());
    }

    @Bean
    static TokenKeys tokenKeys(SigningKeys keys) {
        var all = keys.ofAccounts();
        return new TokenKeys(all.get(0), all.subList(1, all.size()));
    }

    @Bean
    static JwtCodec signedTokens(TokenKeys keys, Clock clock) {
        return new JwtCodec(keys, clock);
    }

    @Bean
    static PageCookie pageCookie(JwtCodec tokens, AccountProperties properties) {
        return new PageCookie(tokens, properties);
    }

    @Bean
    static AccessTokenIssuer accessTokens(JwtCodec tokens, AccountProperties properties) {
        return new AccessTokenIssuer(tokens, properties.accessTokenLifetime());
    }

    @Bean
    static CsrfTokenRepository csrfTokens(PageCookie cookie, TokenKeys keys, AccountProperties properties) {
        return new SignedCsrfTokenRepository(cookie, keys, properties);
    }
}
