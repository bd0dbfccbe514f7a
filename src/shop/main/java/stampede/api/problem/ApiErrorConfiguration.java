package stampede.api.problem;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterChain;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.EnumSet;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.http.HttpStatusCode;
import org.springframework.web.filter.OncePerRequestFilter;
import stampede.refusal.RefusalException;

/** Answers what fails before it reaches Spring MVC, such as a path the firewall rejects, in the API's one error shape. */
@Configuration(proxyBeanMethods = false)
class ApiErrorConfiguration {

    @Bean
    FilterRegistrationBean<ErrorDispatch> apiErrorDispatch(ProblemWriter problems) {
        var registration = new FilterRegistrationBean<>(new ErrorDispatch(problems));
        registration.setDispatcherTypes(EnumSet.of(DispatcherType.ERROR));
        registration.setOrder(Ordered.HIGHEST_PRECEDENCE);
        return registration;
    }

    /** Runs only on the container's error dispatch. */
    static class ErrorDispatch extends OncePerRequestFilter {

        private final ProblemWriter problems;

        ErrorDispatch(ProblemWriter problems) {
            this.problems = problems;
        }

        @Override
        protected boolean shouldNotFilterErrorDispatch() {
            return false;
        }

        @Override
        protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                throws ServletException, IOException {
            if (request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI) instanceof String path
                    && request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE) instanceof Integer status
                    && ApiPaths.contain(path)) {
                problems.write(request, response, new RefusalException(ApiRefusal.of(HttpStatusCode.valueOf(status))));
            } else {
                chain.doFilter(request, response);
            }
        }
    }
}
