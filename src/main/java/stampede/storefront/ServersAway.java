package stampede.storefront;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;
import stampede.support.Failures;

/** A page that needs a server which does not answer asks to come back; nothing broke, and nobody need look at it. */
@ControllerAdvice(basePackageClasses = ServersAway.class)
class ServersAway {

    private static final Logger log = LoggerFactory.getLogger(ServersAway.class);
    private static final String SECONDS = "5";

    @ExceptionHandler({
        TransientDataAccessException.class,
        DataAccessResourceFailureException.class,
        RecoverableDataAccessException.class,
        CannotCreateTransactionException.class,
        TransactionSystemException.class
    })
    void away(RuntimeException failure, HttpServletResponse response) throws IOException {
        log.warn("A server behind the shop does not answer: {}", Failures.reason(failure));
        response.setHeader(HttpHeaders.RETRY_AFTER, SECONDS);
        response.sendError(HttpStatus.SERVICE_UNAVAILABLE.value());
    }
}
