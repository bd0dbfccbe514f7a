package stampede.storefront;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;
import stampede.purchase.PurchaseRefusal;
import stampede.purchase.PurchaseRefused;
import stampede.refusal.RefusalException;
import stampede.refusal.RetryAfter;
import stampede.servers.DatabaseOutage;
import stampede.servers.Failures;

/** A page that needs a server which does not answer asks to come back; nothing broke, and nobody need look at it. */
@ControllerAdvice(basePackageClasses = ServersAwayExceptionHandler.class)
class ServersAwayExceptionHandler {

    private static final Logger log = LoggerFactory.getLogger(ServersAwayExceptionHandler.class);

    @ExceptionHandler({
        TransientDataAccessException.class,
        DataAccessResourceFailureException.class,
        RecoverableDataAccessException.class,
        CannotCreateTransactionException.class,
        TransactionSystemException.class
    })
    void away(RuntimeException failure, HttpServletResponse response) throws IOException {
        log.warn("A server behind the shop does not answer: {}", Failures.reason(failure));
        refuse(new PurchaseRefused(PurchaseRefusal.BUSY), response);
    }

    /** Of these only causes tell whether a server is away. */
    @ExceptionHandler({DataAccessException.class, TransactionException.class})
    void tell(RuntimeException failure, HttpServletResponse response) throws IOException {
        if (!DatabaseOutage.isBehind(failure)) {
            throw failure;
        }
        away(failure, response);
    }

    /** What no controller shows on a page of its own. */
    @ExceptionHandler
    void refuse(RefusalException refused, HttpServletResponse response) throws IOException {
        refused.retryAfter().ifPresent(wait -> RetryAfter.write(wait, response));
        response.sendError(refused.reason().status().value());
    }
}
