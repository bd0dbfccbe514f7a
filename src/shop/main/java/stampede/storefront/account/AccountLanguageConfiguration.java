package stampede.storefront.account;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Configuration;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpMethod;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.transaction.TransactionException;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import stampede.account.SignedIn;
import stampede.mail.MailAddresses;
import stampede.site.Language;

/** Whoever is signed in and chooses a language on a page is written to in it. */
@Configuration(proxyBeanMethods = false)
class AccountLanguageConfiguration implements WebMvcConfigurer {

    private static final Logger log = LoggerFactory.getLogger(AccountLanguageConfiguration.class);

    private final MailAddresses mail;

    AccountLanguageConfiguration(MailAddresses mail) {
        this.mail = mail;
    }

    @Override
    public void addInterceptors(InterceptorRegistry interceptors) {
        interceptors
                .addInterceptor(new HandlerInterceptor() {
                    @Override
                    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
                        remember(request);
                        return true;
                    }
                })
                .excludePathPatterns("/api/**", "/payments/**");
    }

    /** The page is shown all the same without the database. */
    private void remember(HttpServletRequest request) {
        var query = request.getQueryString();
        if (query == null || !query.contains("lang=") || !HttpMethod.GET.matches(request.getMethod())) {
            return;
        }
        var chosen = Optional.ofNullable(request.getParameter("lang"));
        try {
            chosen.ifPresent(tag -> account()
                    .ifPresent(known ->
                            mail.setLanguage(known.id(), Language.of(tag).locale())));
        } catch (DataAccessException | TransactionException away) {
            log.debug("The language is remembered when it is chosen again", away);
        }
    }

    private static Optional<SignedIn> account() {
        return Optional.ofNullable(SecurityContextHolder.getContext().getAuthentication())
                .map(known -> known.getPrincipal())
                .filter(SignedIn.class::isInstance)
                .map(SignedIn.class::cast);
    }
}
