package stampede.security;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;
import stampede.account.Needs;
import stampede.staff.DutyRequired;

/** Lets only those reach a controller who have the duty that it needs: the duties that the database had for this very request. */
final class DutyInterceptor implements HandlerInterceptor {

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        if (request.getDispatcherType() == DispatcherType.REQUEST && handler instanceof HandlerMethod method) {
            check(method.getMethodAnnotation(Needs.class));
        }
        return true;
    }

    private static void check(@Nullable Needs needs) {
        if (needs != null
                && AccessDeniedEventFilter.account()
                        .filter(account -> account.may(needs.value()))
                        .isEmpty()) {
            throw new DutyRequired(needs.value());
        }
    }
}
