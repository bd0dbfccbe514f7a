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
import stampede.purchase.Refusal;
import stampede.support.RefusalException;
import stampede.support.RefusalReason;

/** Answers those whom security does not let into the API, in the API's one error shape. */
@Component
class ApiGate implements AuthenticationEntryPoint, AccessDeniedHandler {

    private final Problems problems;

    ApiGate(Problems problems) {
        this.problems = problems;
    }

    @Override
    public void commence(HttpServletRequest request, HttpServletResponse response, AuthenticationException stranger)
            throws IOException {
        if (stranger instanceof AccountStateUnknown) {
            problems.write(request, response, new RefusalException(Refusal.BUSY));
            return;
        }
        response.setHeader(HttpHeaders.WWW_AUTHENTICATE, "Bearer");
        problems.write(request, response, new RefusalException(Refusal.NOT_SIGNED_IN));
    }

    @Override
    public void handle(HttpServletRequest request, HttpServletResponse response, AccessDeniedException denied)
            throws IOException {
        RefusalReason reason = denied instanceof StaffDutyDue due ? due.duty().refusal() : Reason.FORBIDDEN;
        problems.write(request, response, new RefusalException(reason));
    }
}
