package stampede.site;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Chooses a page's colours: {@code ?theme=}, then the cookie it left, then what the device prefers. */
@Configuration(proxyBeanMethods = false)
class ThemeConfiguration implements WebMvcConfigurer {

    private final boolean secure;

    ThemeConfiguration(@Value("${stampede.account.secure:false}") boolean secure) {
        this.secure = secure;
    }

    @Override
    public void addInterceptors(InterceptorRegistry interceptors) {
        var choice = new HandlerInterceptor() {
            @Override
            public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
                return !isChoice(request) || choose(request, response);
            }
        };
        // Looking for the parameter would read away the body of what Alipay posts.
        interceptors.addInterceptor(choice).excludePathPatterns("/api/**", "/payments/alipay/notify/**");
    }

    private static boolean isChoice(HttpServletRequest request) {
        return request.getDispatcherType() == DispatcherType.REQUEST
                && "GET".equals(request.getMethod())
                && request.getParameter(Theme.NAME) != null;
    }

    /**
     * Leads back to the page without the parameter, so that neither a link that is passed on nor the way back chooses again. A browser
     * that only looks ahead chooses nothing; it asks again when the link is followed.
     */
    private boolean choose(HttpServletRequest request, HttpServletResponse response) {
        var purpose = request.getHeader("Sec-Purpose");
        if (purpose != null && purpose.contains("prefetch")) {
            response.setStatus(HttpStatus.SERVICE_UNAVAILABLE.value());
            return false;
        }
        Theme.named(request.getParameter(Theme.NAME)).choose(response, secure);
        response.setStatus(HttpStatus.SEE_OTHER.value());
        response.setHeader(HttpHeaders.LOCATION, request.getRequestURI() + PageFrame.without(Theme.NAME, request));
        return false;
    }
}
