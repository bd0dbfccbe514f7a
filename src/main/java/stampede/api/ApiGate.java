package stampede.api;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.HttpHeaders;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.access.AccessDeniedHandler;
import org.springframework.stereotype.Component;
import stampede.account.AccountStateUnknown;
import stampede.account.StaffDutyDue;

/** Answers those whom security does not let into the API, in the API's one error shape. */
@Component
class ApiGate implements AuthenticationEntryPoint, AccessDeniedHandler {

    private static final String SECONDS = "5";

    private final Problems problems;

    ApiGate(Problems problems) {
        this.problems = problems;
    }

    @Override
    public void commence(HttpServletRequest request, HttpServletResponse response, AuthenticationException stranger)
            throws IOException {
        var headers = new HttpHeaders();
        if (stranger instanceof AccountStateUnknown) {
            headers.set(HttpHeaders.RETRY_AFTER, SECONDS);
            problems.write(request, response, Reason.BUSY, headers);
            return;
        }
        headers.set(HttpHeaders.WWW_AUTHENTICATE, "Bearer");
        problems.write(request, response, Reason.NOT_SIGNED_IN, headers);
    }

    @Override
    public void handle(HttpServletRequest request, HttpServletResponse response, AccessDeniedException denied)
            throws IOException {
        var reason = denied instanceof StaffDutyDue due ? Reason.of(due.duty().refusal()) : Reason.FORBIDDEN;
        problems.write(request, response, reason, new HttpHeaders());
    }
}
