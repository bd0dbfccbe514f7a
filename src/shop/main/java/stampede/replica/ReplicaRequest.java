package stampede.replica;

import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import java.util.Optional;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

/** What a request has to do with the replica: whether its answer may come from there, and how old the answer is. Stays with the request. */
final class ReplicaRequest {

    private static final String ATTRIBUTE = ReplicaRequest.class.getName();
    private static final String HEADER = "Stampede-Data-Age";

    private boolean open = true;
    private Optional<Instant> asOf = Optional.empty();

    /** From now on what the request reads may come from the replica. */
    static void allow(HttpServletRequest request) {
        request.setAttribute(ATTRIBUTE, new ReplicaRequest());
    }

    /** That of this thread's request, if it was ever allowed. */
    static Optional<ReplicaRequest> current() {
        return attributes().map(request -> (ReplicaRequest) request.getRequest().getAttribute(ATTRIBUTE));
    }

    boolean isOpen() {
        return open;
    }

    /** The replica failed: what is left of the request is the primary's. */
    void refuse() {
        open = false;
    }

    /** A part of the answer lacks what was written after that. A program reads it in a header, in whole seconds. */
    void tell(Instant oldest, Instant now) {
        if (asOf.filter(oldest::isAfter).isEmpty()) {
            asOf = Optional.of(oldest);
        }
        attributes()
                .map(ServletRequestAttributes::getResponse)
                .filter(response -> !response.isCommitted())
                .ifPresent(response -> response.setHeader(HEADER, Long.toString(ReplicaAge.seconds(asOf.get(), now))));
    }

    Optional<Instant> asOf() {
        return asOf;
    }

    private static Optional<ServletRequestAttributes> attributes() {
        return Optional.ofNullable(RequestContextHolder.getRequestAttributes())
                .filter(ServletRequestAttributes.class::isInstance)
                .map(ServletRequestAttributes.class::cast);
    }
}
