package stampede.account;

import java.time.Clock;
import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.web.csrf.CookieCsrfTokenRepository;
import org.springframework.security.web.csrf.CsrfTokenRepository;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import stampede.support.SigningKeys;

/** The tokens' key, the forms' protection, and {@link CurrentAccount} for controllers. */
@Configuration(proxyBeanMethods = false)
class AccountConfiguration implements WebMvcConfigurer {

    @Override
    public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
        resolvers.add(new CurrentAccountResolver());
    }

    @Bean
    static SignedTokens signedTokens(SigningKeys keys, AccountProperties properties, Clock clock) {
        return new SignedTokens(keys.find("STAMPEDE_SIGNING_KEY", properties.signingKey(), "signing.key"), clock);
    }

    @Bean
    static AccessTokens accessTokens(SignedTokens tokens, AccountProperties properties) {
        return new AccessTokens(tokens, properties.accessTokenLifetime());
    }

    /** Forms carry the token in a hidden field, browsers in a cookie that scripts cannot read; no server remembers it. */
    @Bean
    static CsrfTokenRepository csrfTokens(AccountProperties properties) {
        var repository = new CookieCsrfTokenRepository();
        repository.setCookieName(properties.secure() ? "__Host-csrf" : "csrf");
        repository.setCookiePath("/");
        repository.setCookieCustomizer(
                cookie -> cookie.httpOnly(true).secure(properties.secure()).sameSite("Lax"));
        return repository;
    }
}
