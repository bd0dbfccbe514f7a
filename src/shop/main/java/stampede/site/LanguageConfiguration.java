package stampede.site;

import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.Locale;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.servlet.LocaleResolver;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.i18n.CookieLocaleResolver;
import org.springframework.web.servlet.i18n.LocaleChangeInterceptor;

/** Chooses a page's language: {@code ?lang=}, then the cookie it left, then what the browser asks for. */
@Configuration(proxyBeanMethods = false)
class LanguageConfiguration implements WebMvcConfigurer {

    @Bean
    LocaleResolver localeResolver(@Value("${stampede.account.secure:false}") boolean secure) {
        var cookie = new CookieLocaleResolver(Language.COOKIE) {
            @Override
            protected Locale parseLocaleValue(String tag) {
                return Language.of(tag).locale();
            }
        };
        cookie.setCookieMaxAge(Duration.ofDays(365));
        cookie.setCookieHttpOnly(true);
        cookie.setCookieSecure(secure);
        cookie.setCookieSameSite("Lax");
        cookie.setDefaultLocaleFunction(LanguageConfiguration::requestedLanguage);
        return cookie;
    }

    @Override
    public void addInterceptors(InterceptorRegistry interceptors) {
        var change = new LocaleChangeInterceptor() {
            @Override
            protected Locale parseLocaleValue(String tag) {
                return Language.of(tag).locale();
            }
        };
        change.setParamName("lang");
        // Looking for the parameter would read away the body of what Alipay posts.
        interceptors.addInterceptor(change).excludePathPatterns("/api/**", "/payments/alipay/notify/**");
    }

    /** The first language of Accept-Language that the shop speaks. */
    private static Locale requestedLanguage(HttpServletRequest request) {
        var asked = request.getLocales();
        while (asked.hasMoreElements()) {
            var language = asked.nextElement().getLanguage();
            if (language.equals("zh") || language.equals("en")) {
                return Language.of(language).locale();
            }
        }
        return Locale.ENGLISH;
    }
}
