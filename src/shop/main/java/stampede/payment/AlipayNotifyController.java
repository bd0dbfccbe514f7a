package stampede.payment;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.transaction.TransactionException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import stampede.audit.SecurityEvent;
import stampede.audit.SecurityEvents;

/** Alipay's notifications arrive here. Answers {@code success} after the commit and {@code fail} otherwise, as Alipay asks for. */
@RestController
class AlipayNotifyController {

    static final String PATH = "/payments/alipay/notify";

    private static final Logger log = LoggerFactory.getLogger(AlipayNotifyController.class);

    private final AlipayNotifications notifications;
    private final SecurityEvents events;

    AlipayNotifyController(AlipayNotifications notifications, SecurityEvents events) {
        this.notifications = notifications;
        this.events = events;
    }

    /** What follows the path is for whatever stands before several shops: see {@link ShopAddress#notifyUrl}. Nothing follows for old orders. */
    @PostMapping({PATH, PATH + "/{node}"})
    ResponseEntity<String> take(HttpServletRequest request) throws IOException {
        var form = AlipayNotificationForm.read(request.getInputStream());
        if (form.isEmpty()) {
            return answer(HttpStatus.CONTENT_TOO_LARGE, "fail");
        }
        var verdict = notifications.take(form.get());
        if (verdict.isAccepted()) {
            return answer(HttpStatus.OK, "success");
        }
        events.write(SecurityEvent.NOTIFICATION_REFUSED, Map.of("verdict", verdict));
        return answer(HttpStatus.BAD_REQUEST, "fail");
    }

    /** Alipay sends it again when the database is back. */
    @ExceptionHandler({DataAccessException.class, TransactionException.class})
    ResponseEntity<String> fail(RuntimeException failure) {
        log.warn("A notification could not be kept; Alipay will repeat it", failure);
        return answer(HttpStatus.SERVICE_UNAVAILABLE, "fail");
    }

    @ExceptionHandler
    ResponseEntity<String> fault(RuntimeException failure) {
        log.error("A notification could not be taken; Alipay will repeat it", failure);
        return answer(HttpStatus.INTERNAL_SERVER_ERROR, "fail");
    }

    private static ResponseEntity<String> answer(HttpStatus status, String word) {
        return ResponseEntity.status(status).contentType(MediaType.TEXT_PLAIN).body(word);
    }
}
