package stampede.api;

import com.google.common.base.Throwables;
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
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;
import stampede.account.AccountRefused;
import stampede.catalog.OfferId;
import stampede.payment.PaymentRefused;
import stampede.purchase.PurchaseRefused;
import stampede.support.Failures;
import stampede.support.IdsUnavailable;

/**
 * Answers the errors of the JSON API's controllers as problem details: refusals and bad requests by name, anything else as a
 * fault, which is logged here once and told without details.
 */
@RestControllerAdvice(basePackageClasses = ApiProblems.class)
@Order(Ordered.HIGHEST_PRECEDENCE + 10)
class ApiProblems extends ResponseEntityExceptionHandler {

    private static final Logger log = LoggerFactory.getLogger(ApiProblems.class);

    private final Problems problems;
    private final FieldProblems fields;

    ApiProblems(Problems problems, FieldProblems fields) {
        this.problems = problems;
        this.fields = fields;
    }

    @ExceptionHandler
    ResponseEntity<Object> purchaseRefused(PurchaseRefused refused) {
        return problems.answer(Reason.of(refused.reason()), refused.retryAfter());
    }

    @ExceptionHandler
    ResponseEntity<Object> accountRefused(AccountRefused refused) {
        return problems.answer(Reason.of(refused.reason()), refused.retryAfter());
    }

    @ExceptionHandler
    ResponseEntity<Object> paymentRefused(PaymentRefused refused) {
        return problems.answer(Reason.of(refused.reason()));
    }

    @ExceptionHandler
    ResponseEntity<Object> refused(Refused refused) {
        return problems.answer(refused.reason(), refused.retryAfter());
    }

    /** Security answers these, as it does for requests that reach no controller. */
    @ExceptionHandler({AccessDeniedException.class, AuthenticationException.class})
    void leftToSecurity(RuntimeException denied) {
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
    ResponseEntity<Object> unavailable(RuntimeException failure) {
        log.warn("A server behind the shop does not answer: {}", Failures.reason(failure));
        return problems.answer(Reason.BUSY);
    }

    @ExceptionHandler
    ResponseEntity<Object> fault(Exception fault) {
        log.error("A request to the JSON API failed", fault);
        return problems.answer(Reason.FAULT);
    }

    /** An id in the path that is none leads nowhere, like one that names nothing. */
    @Override
    protected @Nullable ResponseEntity<Object> handleTypeMismatch(
            TypeMismatchException mismatch, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        if (mismatch instanceof MethodArgumentTypeMismatchException argument
                && argument.getParameter().hasParameterAnnotation(PathVariable.class)) {
            var offer = argument.getParameter().getParameterType() == OfferId.class;
            return problems.answer(offer ? Reason.UNKNOWN_OFFER : Reason.NOT_FOUND);
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
        if (Throwables.getRootCause(unreadable) instanceof Refused refused) {
            return refused(refused);
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
        return problems.answer(Reason.of(status), headers, fields.of(exception));
    }
}
