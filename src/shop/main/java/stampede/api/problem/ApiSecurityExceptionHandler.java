package stampede.api.problem;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.HttpHeaders;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.access.AccessDeniedHandler;
import org.springframework.stereotype.Component;
import stampede.purchase.PurchaseRefusal;
import stampede.refusal.RefusalException;
import stampede.refusal.RefusalReason;
import stampede.signin.AccountStateUnknown;
import stampede.staff.DutyRequired;
import stampede.staff.SetUpRequired;

/** Answers those whom security does not let into the API, in the API's one error shape. */
@Component
class ApiSecurityExceptionHandler implements AuthenticationEntryPoint, AccessDeniedHandler {

    private final ProblemWriter problems;

    ApiSecurityExceptionHandler(ProblemWriter problems) {
        this.problems = problems;
    }

    @Override
    public void commence(HttpServletRequest request, HttpServletResponse response, AuthenticationException stranger)
            throws IOException {
        if (stranger instanceof AccountStateUnknown) {
            problems.write(request, response, new RefusalException(PurchaseRefusal.BUSY));
            return;
        }
        response.setHeader(HttpHeaders.WWW_AUTHENTICATE, "Bearer");
        problems.write(request, response, new RefusalException(PurchaseRefusal.NOT_SIGNED_IN));
    }

    @Override
    public void handle(HttpServletRequest request, HttpServletResponse response, AccessDeniedException denied)
            throws IOException {
        problems.write(request, response, new RefusalException(reason(denied)));
    }

    private static RefusalReason reason(AccessDeniedException denied) {
        if (denied instanceof SetUpRequired due) {
            return due.step().refusal();
        }
        return denied instanceof DutyRequired missing ? missing.duty().refusal() : ApiRefusal.FORBIDDEN;
    }
}
