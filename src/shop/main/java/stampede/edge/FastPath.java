package stampede.edge;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.TransactionSystemException;
import stampede.account.SignedIn;
import stampede.api.problem.ProblemWriter;
import stampede.catalog.OfferId;
import stampede.refusal.RefusalException;
import stampede.refusal.RefusalReason;
import stampede.security.SecurityHeaders;
import stampede.servers.Failures;
import stampede.signin.BearerTokenVerifier;
import tools.jackson.databind.ObjectWriter;

/** What the filters have in common that answer the JSON API before Spring Security and Spring MVC are asked. */
final class FastPath {

    private static final Logger log = LoggerFactory.getLogger(FastPath.class);

    /** How the paths of offers begin. */
    static final String OFFERS = "/api/v1/offers/";

    private static final String BEARER = "Bearer ";

    private final BearerTokenVerifier tokens;
    private final ProblemWriter problems;
    private final SecurityHeaders headers;

    FastPath(BearerTokenVerifier tokens, ProblemWriter problems, SecurityHeaders headers) {
        this.tokens = tokens;
        this.problems = problems;
        this.headers = headers;
    }

    /** Whether JSON will do for an answer, and nothing is asked that is not in the path. */
    static boolean wantsPlainJson(HttpServletRequest request) {
        var accept = request.getHeader(HttpHeaders.ACCEPT);
        return request.getQueryString() == null
                && (accept == null
                        || accept.equals(MediaType.ALL_VALUE)
                        || accept.equals(MediaType.APPLICATION_JSON_VALUE));
    }

    /** The offer in a path of offers that ends so; null if it is another path, or names none. */
    static @Nullable OfferId offerIn(String uri, String end) {
        try {
            return uri.startsWith(OFFERS) && uri.endsWith(end)
                    ? OfferId.of(uri.substring(OFFERS.length(), uri.length() - end.length()))
                    : null;
        } catch (IllegalArgumentException notAnId) {
            return null;
        }
    }

    /** The shopper whom the request's token names; null for anybody of whom Spring Security has to be asked. */
    @Nullable
    SignedIn account(HttpServletRequest request) {
        var authorization = request.getHeader(HttpHeaders.AUTHORIZATION);
        return authorization != null && authorization.startsWith(BEARER)
                ? tokens.account(authorization.substring(BEARER.length())).orElse(null)
                : null;
    }

    /**
     * Does the work, and answers the refusal that it ends with instead.
     *
     * @param away the reason where a server behind the shop does not answer
     */
    void answer(HttpServletRequest request, HttpServletResponse response, RefusalReason away, Work work)
            throws IOException, ServletException {
        try {
            work.run();
        } catch (RefusalException refused) {
            refuse(request, response, refused);
        } catch (TransientDataAccessException
                | DataAccessResourceFailureException
                | RecoverableDataAccessException
                | CannotCreateTransactionException
                | TransactionSystemException failure) {
            log.warn("A server behind the shop does not answer: {}", Failures.reason(failure));
            refuse(request, response, new RefusalException(away));
        }
    }

    void write(HttpServletResponse response, HttpStatusCode status, ObjectWriter writer, Object body)
            throws IOException {
        var bytes = writer.writeValueAsBytes(body);
        writeHeaders(response);
        response.setStatus(status.value());
        response.setContentType(MediaType.APPLICATION_JSON_VALUE);
        response.setContentLength(bytes.length);
        response.getOutputStream().write(bytes);
    }

    private void refuse(HttpServletRequest request, HttpServletResponse response, RefusalException refused)
            throws IOException {
        writeHeaders(response);
        problems.write(request, response, refused);
    }

    private void writeHeaders(HttpServletResponse response) {
        headers.write(response);
        headers.forbidKeeping(response);
    }

    /** What may end with a refusal. */
    @FunctionalInterface
    interface Work {
        void run() throws IOException, ServletException;
    }
}
