package stampede.api.problem;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.stereotype.Component;
import org.springframework.web.ErrorResponse;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;
import stampede.refusal.RefusalException;

/**
 * Answers requests under {@code /api} that no controller takes (wrong path, wrong method, wrong media type) as problem
 * details; advice for controllers never sees them.
 */
@Component
class UnmappedRequestHandler implements HandlerExceptionResolver, Ordered {

    private final ProblemWriter problems;

    UnmappedRequestHandler(ProblemWriter problems) {
        this.problems = problems;
    }

    @Override
    public int getOrder() {
        return Ordered.HIGHEST_PRECEDENCE + 1;
    }

    @Override
    public @Nullable ModelAndView resolveException(
            HttpServletRequest request, HttpServletResponse response, @Nullable Object handler, Exception exception) {
        if (handler instanceof HandlerMethod
                || !ApiPaths.contain(request.getRequestURI())
                || !(exception instanceof ErrorResponse error)) {
            return null;
        }
        try {
            error.getHeaders().forEach((name, values) -> values.forEach(value -> response.addHeader(name, value)));
            problems.write(request, response, new RefusalException(ApiRefusal.of(error.getStatusCode())));
        } catch (IOException gone) {
            throw new UncheckedIOException("The client hung up", gone);
        }
        return new ModelAndView();
    }
}
