package stampede.edge;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;

/**
 * Refuses, before anything is read, what no honest client sends, and stops a body that grows beyond its limit while it is read.
 * The container's error dispatch then tells the reason: as a page, or as a problem of the API.
 */
final class RequestRulesFilter extends HttpFilter {

    /** Marks a request whose parameters the error page must not read. */
    private static final String REFUSED = RequestRulesFilter.class.getName() + ".refused";

    private final transient RequestRules rules;

    RequestRulesFilter(RequestRules rules) {
        this.rules = rules;
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (request.getDispatcherType() == DispatcherType.ERROR) {
            var isReadable = request.getAttribute(REFUSED) == null && RequestRules.hasReadableParameters(request);
            chain.doFilter(isReadable ? request : new ParameterlessRequest(request), response);
            return;
        }
        var refusal = rules.refusal(request);
        if (refusal.isPresent()) {
            refuse(refusal.get(), request, response);
        } else if (request.getHeader(HttpHeaders.TRANSFER_ENCODING) == null) {
            chain.doFilter(request, response);
        } else {
            passWithLimit(new BoundedBodyRequest(request, rules.longestBody(request)), response, chain);
        }
    }

    /** However the filters behind answered the broken-off body, the answer is 413. */
    private static void passWithLimit(BoundedBodyRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        try {
            chain.doFilter(request, response);
        } catch (IOException | ServletException | RuntimeException failure) {
            if (!request.isTooLong()) {
                throw failure;
            }
        }
        if (request.isTooLong() && !response.isCommitted()) {
            response.reset();
            refuse(HttpStatus.CONTENT_TOO_LARGE, request, response);
        }
    }

    private static void refuse(HttpStatus status, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        request.setAttribute(REFUSED, true);
        if (status == HttpStatus.CONTENT_TOO_LARGE) {
            response.setHeader(HttpHeaders.CONNECTION, "close");
        }
        response.sendError(status.value());
    }
}
