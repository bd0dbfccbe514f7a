package stampede.site;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.HandlerInterceptor;
import stampede.account.SignedIn;

/**
 * Tells browsers of whom nobody knows that they may fetch slots and offers before they are pressed. Their pages are made once for all; those
 * of somebody who is signed in hold their form, and must not be older than the press.
 */
@Component
class LinkPrefetch implements HandlerInterceptor {

    private static final String HEADER = "Speculation-Rules";
    private static final String RULES = "/app/links.speculationrules";

    private final Assets assets;

    LinkPrefetch(Assets assets) {
        this.assets = assets;
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        if (request.getHeader("HX-Request") == null && !isSignedIn()) {
            response.setHeader(HEADER, '"' + assets.at(RULES) + '"');
        }
        return true;
    }

    private static boolean isSignedIn() {
        var authentication = SecurityContextHolder.getContext().getAuthentication();
        return authentication != null && authentication.getPrincipal() instanceof SignedIn;
    }
}
