package stampede.security;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.regex.Pattern;
import org.springframework.web.filter.OncePerRequestFilter;
import stampede.staff.SetUpRequired;
import stampede.staff.SetUpSteps;

/** Lets somebody of the staff reach nothing but the page where they do what they have to do first. */
final class SetUpFilter extends OncePerRequestFilter {

    private static final Pattern OPEN =
            Pattern.compile("/account(?:/.*)?|/sign-(?:in|out)(?:/code)?|/webjars/.*|/pictures/.*"
                    + "|/[a-z-]+(?:\\.[a-z0-9]+)?\\.(?:css|js|svg)|/actuator/health(?:/.*)?"
                    + "|/api/auth(?:/.*)?|/api/v1/tokens(?:/.*)?|/api/v1/account(?:/.*)?");

    private final SetUpSteps steps;

    SetUpFilter(SetUpSteps steps) {
        this.steps = steps;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        var step = AccessDeniedEventFilter.account().flatMap(steps::of);
        if (step.isPresent() && !OPEN.matcher(request.getRequestURI()).matches()) {
            throw new SetUpRequired(step.get());
        }
        chain.doFilter(request, response);
    }
}
