package stampede.api.compatible;

import java.util.Locale;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import stampede.api.problem.ProblemWriter;
import stampede.refusal.RefusalException;
import stampede.refusal.RetryAfter;

/**
 * Answers refusals with the few statuses of the earlier shop, in this shop's words, as JSON whatever the client accepts: a no has no other
 * form. Whatever else fails is answered as in the whole API.
 */
@RestControllerAdvice("stampede.api.compatible")
@Order(Ordered.HIGHEST_PRECEDENCE + 5)
class CompatibleExceptionHandler {

    private final ProblemWriter problems;

    CompatibleExceptionHandler(ProblemWriter problems) {
        this.problems = problems;
    }

    @ExceptionHandler
    ResponseEntity<ErrorMessage> reject(RequestRejected rejected) {
        return ResponseEntity.status(rejected.status())
                .contentType(MediaType.APPLICATION_JSON)
                .body(new ErrorMessage(rejected.words()));
    }

    @ExceptionHandler
    ResponseEntity<ErrorMessage> refuse(RefusalException refused, Locale language) {
        return ResponseEntity.status(status(refused, HttpStatus.BAD_REQUEST))
                .headers(headers(refused))
                .contentType(MediaType.APPLICATION_JSON)
                .body(new ErrorMessage(problems.detail(refused.reason(), language)));
    }

    /** Whom the shop asks to come back later, or does not know, is told so; any other no has the usual status. */
    static HttpStatus status(RefusalException refused, HttpStatus usual) {
        var status = refused.reason().status();
        return switch (status) {
            case TOO_MANY_REQUESTS, CONTENT_TOO_LARGE, UNAUTHORIZED -> status;
            default -> status.is5xxServerError() ? status : usual;
        };
    }

    static HttpHeaders headers(RefusalException refused) {
        var headers = new HttpHeaders();
        refused.retryAfter().ifPresent(wait -> headers.set(HttpHeaders.RETRY_AFTER, RetryAfter.seconds(wait)));
        return headers;
    }
}
