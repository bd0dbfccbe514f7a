package stampede.security;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.regex.Pattern;
import org.springframework.web.filter.OncePerRequestFilter;
import stampede.staff.StaffDuties;
import stampede.staff.StaffDutyRequired;

/** Lets somebody of the staff reach nothing but the page where they do what they have to do first. */
final class StaffDutyFilter extends OncePerRequestFilter {

    private static final Pattern OPEN =
            Pattern.compile("/account(?:/.*)?|/sign-(?:in|out)(?:/code)?|/webjars/.*|/pictures/.*"
                    + "|/[a-z-]+(?:\\.[a-z0-9]+)?\\.(?:css|js|svg)|/actuator/health(?:/.*)?"
                    + "|/api/v1/tokens(?:/.*)?|/api/v1/account(?:/.*)?");

    private final StaffDuties duties;

    StaffDutyFilter(StaffDuties duties) {
        this.duties = duties;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        var duty = AccessDeniedEventFilter.account().flatMap(duties::of);
        if (duty.isPresent() && !OPEN.matcher(request.getRequestURI()).matches()) {
            throw new StaffDutyRequired(duty.get());
        }
        chain.doFilter(request, response);
    }
}
