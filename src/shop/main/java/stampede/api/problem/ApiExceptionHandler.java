package stampede.api.problem;

import com.google.common.base.Throwables;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.TypeMismatchException;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.ServletWebRequest;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;
import org.springframework.web.util.DisconnectedClientHelper;
import stampede.catalog.OfferId;
import stampede.ids.IdsUnavailable;
import stampede.purchase.PurchaseRefusal;
import stampede.refusal.RefusalException;
import stampede.servers.DatabaseOutage;
import stampede.servers.Failures;

/**
 * Answers the errors of the JSON API's controllers as problem details: refusals and bad requests by name, anything else as a
 * fault, which is logged here once and told without details.
 */
@RestControllerAdvice("stampede.api")
@Order(Ordered.HIGHEST_PRECEDENCE + 10)
public class ApiExceptionHandler extends ResponseEntityExceptionHandler {

    private static final Logger log = LoggerFactory.getLogger(ApiExceptionHandler.class);

    private final ProblemWriter problems;
    private final FieldProblems fields;

    public ApiExceptionHandler(ProblemWriter problems, FieldProblems fields) {
        this.problems = problems;
        this.fields = fields;
    }

    @ExceptionHandler
    ResponseEntity<Object> refuse(RefusalException refused, HttpServletRequest request) {
        return problems.answer(request, refused, HttpHeaders.EMPTY, fields.of(refused));
    }

    /** Security answers these, as it does for requests that reach no controller. */
    @ExceptionHandler({AccessDeniedException.class, AuthenticationException.class})
    void leaveToSecurity(RuntimeException denied) {
        throw denied;
    }

    @ExceptionHandler({
        TransientDataAccessException.class,
        DataAccessResourceFailureException.class,
        RecoverableDataAccessException.class,
        CannotCreateTransactionException.class,
        TransactionSystemException.class,
        IdsUnavailable.class
    })
    ResponseEntity<Object> unavailable(Exception failure, HttpServletRequest request) {
        log.warn("A server behind the shop does not answer: {}", Failures.reason(failure));
        return refuse(new RefusalException(PurchaseRefusal.BUSY), request);
    }

    @ExceptionHandler
    @Nullable
    ResponseEntity<Object> fault(Exception fault, HttpServletRequest request) {
        if (DisconnectedClientHelper.isClientDisconnectedException(fault)) {
            log.debug("A client went before it had its answer", fault);
            return null;
        }
        if (DatabaseOutage.isBehind(fault)) {
            return unavailable(fault, request);
        }
        log.error("A request to the JSON API failed", fault);
        return refuse(new RefusalException(ApiRefusal.FAULT), request);
    }

    /** A malformed id in the path is answered like an id that does not exist. */
    @Override
    protected @Nullable ResponseEntity<Object> handleTypeMismatch(
            TypeMismatchException mismatch, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        if (mismatch instanceof MethodArgumentTypeMismatchException argument
                && argument.getParameter().hasParameterAnnotation(PathVariable.class)) {
            var offer = argument.getParameter().getParameterType() == OfferId.class;
            return refuse(
                    new RefusalException(offer ? PurchaseRefusal.UNKNOWN_OFFER : ApiRefusal.NOT_FOUND),
                    servlet(request));
        }
        return handleExceptionInternal(mismatch, null, headers, status, request);
    }

    /** A body that was cut off for its size arrives here as one that cannot be read. */
    @Override
    protected @Nullable ResponseEntity<Object> handleHttpMessageNotReadable(
            HttpMessageNotReadableException unreadable,
            HttpHeaders headers,
            HttpStatusCode status,
            WebRequest request) {
        if (Throwables.getRootCause(unreadable) instanceof RefusalException refused) {
            return refuse(refused, servlet(request));
        }
        return handleExceptionInternal(unreadable, null, headers, status, request);
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleExceptionInternal(
            Exception exception,
            @Nullable Object body,
            HttpHeaders headers,
            HttpStatusCode status,
            WebRequest request) {
        if (status.is5xxServerError()) {
            log.error("A request to the JSON API failed", exception);
        }
        return problems.answer(
                servlet(request), new RefusalException(ApiRefusal.of(status)), headers, fields.of(exception));
    }

    private static HttpServletRequest servlet(WebRequest request) {
        return ((ServletWebRequest) request).getRequest();
    }
}
