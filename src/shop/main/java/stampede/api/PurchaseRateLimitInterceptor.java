package stampede.api;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Map;
import java.util.Optional;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpMethod;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import stampede.account.SignedIn;
import stampede.catalog.OfferId;
import stampede.purchase.AdmittedAttempt;
import stampede.purchase.Purchases;

/** Asks the limiter for each press of the API's buy button, once, before its body is read and looked at. */
@Configuration(proxyBeanMethods = false)
public class PurchaseRateLimitInterceptor implements WebMvcConfigurer, HandlerInterceptor {

    private static final String ATTEMPT = PurchaseRateLimitInterceptor.class.getName();

    private final Purchases purchases;

    public PurchaseRateLimitInterceptor(Purchases purchases) {
        this.purchases = purchases;
    }

    @Override
    public void addInterceptors(InterceptorRegistry interceptors) {
        interceptors.addInterceptor(this).addPathPatterns("/api/v1/offers/*/purchases", "/api/v1/coupons/*/claims");
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        if (HttpMethod.POST.name().equals(request.getMethod())
                && request.getAttribute(ATTEMPT) == null
                && SecurityContextHolder.getContext().getAuthentication() != null
                && SecurityContextHolder.getContext().getAuthentication().getPrincipal() instanceof SignedIn account) {
            var address = request.getRemoteAddr();
            keep(
                    request,
                    offer(request)
                            .map(offer -> purchases.admit(account, address, offer))
                            .orElseGet(() -> purchases.admit(account, address)));
        }
        return true;
    }

    /** What the address names; empty if that is no number. Both addresses have one variable. */
    private static Optional<OfferId> offer(HttpServletRequest request) {
        try {
            return request.getAttribute(HandlerMapping.URI_TEMPLATE_VARIABLES_ATTRIBUTE) instanceof Map<?, ?> variables
                    ? variables.values().stream().findFirst().map(text -> OfferId.of(text.toString()))
                    : Optional.empty();
        } catch (IllegalArgumentException notAnId) {
            return Optional.empty();
        }
    }

    /** So that nothing later in the request asks the limiter again. */
    public static void keep(HttpServletRequest request, AdmittedAttempt attempt) {
        request.setAttribute(ATTEMPT, attempt);
    }

    /** What was kept with this request. */
    public static AdmittedAttempt of(HttpServletRequest request) {
        if (request.getAttribute(ATTEMPT) instanceof AdmittedAttempt attempt) {
            return attempt;
        }
        throw new IllegalStateException("The limiter was not asked");
    }
}
