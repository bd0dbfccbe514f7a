package stampede.security;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.HttpStatus;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.web.access.AccessDeniedHandler;
import org.springframework.security.web.access.AccessDeniedHandlerImpl;
import stampede.staff.DutyRequired;
import stampede.staff.SetUpRequired;

/** Leads the staff to the page where they do what comes first; whoever else is denied something sees the page that says so. */
final class SetUpRedirect implements AccessDeniedHandler {

    /** Where the error page finds why it says no. */
    private static final String REFUSAL = "refusal";

    private final AccessDeniedHandler others = new AccessDeniedHandlerImpl();

    @Override
    public void handle(HttpServletRequest request, HttpServletResponse response, AccessDeniedException denied)
            throws IOException, ServletException {
        if (!(denied instanceof SetUpRequired due)) {
            if (denied instanceof DutyRequired missing) {
                request.setAttribute(REFUSAL, missing.duty().refusal());
            }
            others.handle(request, response, denied);
        } else if (request.getHeader("HX-Request") != null) {
            response.setHeader("HX-Redirect", due.step().page());
            response.setStatus(HttpStatus.FORBIDDEN.value());
        } else {
            response.sendRedirect(due.step().page());
        }
    }
}
