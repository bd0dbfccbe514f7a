package stampede.security;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.HttpStatus;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.web.access.AccessDeniedHandler;
import org.springframework.security.web.access.AccessDeniedHandlerImpl;
import stampede.staff.StaffDutyRequired;

/** Leads the staff to the page where they do what comes first; whoever else is denied something sees the page that says so. */
final class StaffDutyRedirect implements AccessDeniedHandler {

    private final AccessDeniedHandler others = new AccessDeniedHandlerImpl();

    @Override
    public void handle(HttpServletRequest request, HttpServletResponse response, AccessDeniedException denied)
            throws IOException, ServletException {
        if (!(denied instanceof StaffDutyRequired due)) {
            others.handle(request, response, denied);
        } else if (request.getHeader("HX-Request") != null) {
            response.setHeader("HX-Redirect", due.duty().page());
            response.setStatus(HttpStatus.FORBIDDEN.value());
        } else {
            response.sendRedirect(due.duty().page());
        }
    }
}
