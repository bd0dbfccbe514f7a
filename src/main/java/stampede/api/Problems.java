package stampede.api;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.springframework.context.MessageSource;
import org.springframework.context.i18n.LocaleContextHolder;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** Writes a reason as problem details (RFC 9457), in the language of the request. The one shape of the JSON API's errors. */
@Component
class Problems {

    private static final Duration DEFAULT_RETRY = Duration.ofSeconds(2);

    private final MessageSource messages;
    private final JsonMapper json;

    Problems(MessageSource messages, JsonMapper json) {
        this.messages = messages;
        this.json = json;
    }

    ResponseEntity<Object> answer(Reason reason) {
        return answer(reason, new HttpHeaders(), List.of());
    }

    ResponseEntity<Object> answer(Reason reason, Optional<Duration> retryAfter) {
        var headers = new HttpHeaders();
        retryAfter.ifPresent(wait -> headers.set(HttpHeaders.RETRY_AFTER, seconds(wait)));
        return answer(reason, headers, List.of());
    }

    ResponseEntity<Object> answer(Reason reason, HttpHeaders framework, List<FieldProblem> errors) {
        var problem = of(reason);
        if (!errors.isEmpty()) {
            problem.setProperty("errors", errors);
        }
        return ResponseEntity.status(reason.status())
                .headers(headers(reason, framework))
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .body(problem);
    }

    /** Writes the answer where no controller will. */
    void write(HttpServletRequest request, HttpServletResponse response, Reason reason, HttpHeaders framework)
            throws IOException {
        var problem = of(reason);
        problem.setInstance(URI.create(path(request)));
        response.setStatus(reason.status().value());
        headers(reason, framework).forEach((name, values) -> values.forEach(value -> response.addHeader(name, value)));
        response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
        response.getOutputStream().write(json.writeValueAsBytes(problem));
    }

    private ProblemDetail of(Reason reason) {
        var problem = ProblemDetail.forStatusAndDetail(reason.status(), text(reason, "detail"));
        problem.setType(reason.type());
        problem.setTitle(text(reason, "title"));
        problem.setProperty("reason", reason);
        return problem;
    }

    String text(Reason reason, String part) {
        return messages.getMessage("api.problem." + reason + "." + part, null, LocaleContextHolder.getLocale());
    }

    private static String path(HttpServletRequest request) {
        return request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI) instanceof String failed
                ? failed
                : request.getRequestURI();
    }

    private static HttpHeaders headers(Reason reason, HttpHeaders framework) {
        var headers = new HttpHeaders(framework);
        if (asksToWait(reason.status()) && !headers.containsHeader(HttpHeaders.RETRY_AFTER)) {
            headers.set(HttpHeaders.RETRY_AFTER, seconds(DEFAULT_RETRY));
        }
        return headers;
    }

    private static boolean asksToWait(HttpStatus status) {
        return status == HttpStatus.TOO_MANY_REQUESTS || status == HttpStatus.SERVICE_UNAVAILABLE;
    }

    /** Rounded up, because who comes back too early is refused again. */
    private static String seconds(Duration wait) {
        return Long.toString(Math.max(1, wait.plusMillis(999).toSeconds()));
    }
}
