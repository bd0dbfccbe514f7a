package stampede.alipaysandbox;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Duration;
import java.util.Collections;
import java.util.Locale;
import java.util.regex.Pattern;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.LocaleResolver;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.i18n.CookieLocaleResolver;
import org.springframework.web.servlet.i18n.LocaleChangeInterceptor;

/**
 * The pages' language and safety. The language is {@code ?lang=}, then the cookie that it left, which a shop on the same host
 * shares, then what the browser asks for.
 */
@Configuration(proxyBeanMethods = false)
class SandboxPagesConfiguration implements WebMvcConfigurer {

    private static final Pattern THIS_MACHINE = Pattern.compile("localhost|127\\.\\d+\\.\\d+\\.\\d+|\\[?::1]?");

    private static final String POLICY =
            "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'";

    @Bean
    LocaleResolver localeResolver() {
        var cookie = new CookieLocaleResolver("lang") {
            @Override
            protected Locale parseLocaleValue(String tag) {
                return spoken(tag);
            }
        };
        cookie.setCookieMaxAge(Duration.ofDays(365));
        cookie.setCookieHttpOnly(true);
        cookie.setCookieSameSite("Lax");
        cookie.setDefaultLocaleFunction(SandboxPagesConfiguration::asked);
        return cookie;
    }

    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        var change = new LocaleChangeInterceptor() {
            @Override
            protected Locale parseLocaleValue(String tag) {
                return spoken(tag);
            }
        };
        change.setParamName("lang");
        registry.addInterceptor(change);
        registry.addInterceptor(new HandlerInterceptor() {
            @Override
            public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
                return safe(request, response);
            }
        });
    }

    /**
     * Nothing inline, no frame; and no page of another site presses a button here, but for a shop's form that leads to paying. The
     * controls and the mailbox answer to this machine's names only, so that no name of a stranger can be made to lead here.
     */
    private static boolean safe(HttpServletRequest request, HttpServletResponse response) {
        response.setHeader("Content-Security-Policy", POLICY);
        response.setHeader("X-Content-Type-Options", "nosniff");
        var foreign = "cross-site".equals(request.getHeader("Sec-Fetch-Site"))
                && !request.getMethod().equals("GET")
                && !request.getRequestURI().equals("/gateway.do");
        var named = (request.getRequestURI().startsWith("/control")
                        || request.getRequestURI().startsWith("/mailbox"))
                && !THIS_MACHINE.matcher(request.getServerName()).matches()
                && !request.getServerName().equals(request.getLocalAddr());
        if (foreign || named) {
            response.setStatus(HttpServletResponse.SC_FORBIDDEN);
        }
        return !foreign && !named;
    }

    private static Locale asked(HttpServletRequest request) {
        return Collections.list(request.getLocales()).stream()
                .map(Locale::getLanguage)
                .filter(language -> language.equals("zh") || language.equals("en"))
                .findFirst()
                .map(SandboxPagesConfiguration::spoken)
                .orElse(Locale.ENGLISH);
    }

    private static Locale spoken(String tag) {
        return tag.strip().toLowerCase(Locale.ROOT).startsWith("zh") ? Locale.SIMPLIFIED_CHINESE : Locale.ENGLISH;
    }
}
