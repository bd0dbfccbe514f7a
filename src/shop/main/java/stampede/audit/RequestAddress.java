package stampede.audit;

import java.util.Optional;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

/** Where the request that this thread serves came from. */
final class RequestAddress {

    private RequestAddress() {}

    /** An address without a name, such as {@code 203.0.113.7}; empty on threads that serve no request. */
    static Optional<String> current() {
        return Optional.ofNullable(RequestContextHolder.getRequestAttributes())
                .filter(ServletRequestAttributes.class::isInstance)
                .map(attributes ->
                        ((ServletRequestAttributes) attributes).getRequest().getRemoteAddr());
    }
}
