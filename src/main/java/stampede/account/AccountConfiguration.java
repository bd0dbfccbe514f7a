package stampede.account;

import java.time.Clock;
import java.util.List;
import javax.crypto.SecretKey;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.web.csrf.CsrfTokenRepository;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import stampede.account.secondfactor.SecretBox;
import stampede.support.SigningKeys;

/** The tokens' key, the forms' protection, and {@link CurrentAccount} for controllers. */
@Configuration(proxyBeanMethods = false)
class AccountConfiguration implements WebMvcConfigurer {

    @Override
    public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
        resolvers.add(new CurrentAccountResolver());
    }

    @Bean
    static TokenKeys tokenKeys(SigningKeys keys, AccountProperties account, SignInProperties signIn) {
        var current = keys.find("STAMPEDE_SIGNING_KEY", account.signingKey(), "signing.key");
        var previous = signIn.previousKey().isBlank()
                ? List.<SecretKey>of()
                : List.of(keys.find("STAMPEDE_PREVIOUS_SIGNING_KEY", signIn.previousKey(), ""));
        return new TokenKeys(current, previous);
    }

    @Bean
    static SignedTokens signedTokens(TokenKeys keys, Clock clock) {
        return new SignedTokens(keys, clock);
    }

    @Bean
    static PageCookie pageCookie(SignedTokens tokens, AccountProperties properties) {
        return new PageCookie(tokens, properties);
    }

    @Bean
    static SecretBox secretBox(TokenKeys keys) {
        return new SecretBox(keys.current(), keys.previous());
    }

    @Bean
    static AccessTokens accessTokens(SignedTokens tokens, AccountProperties properties) {
        return new AccessTokens(tokens, properties.accessTokenLifetime());
    }

    @Bean
    static CsrfTokenRepository csrfTokens(PageCookie cookie, TokenKeys keys, AccountProperties properties) {
        return new SignedCsrfTokens(cookie, keys, properties);
    }
}
