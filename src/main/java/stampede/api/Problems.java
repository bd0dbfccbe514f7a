package stampede.api;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.springframework.context.MessageSource;
import org.springframework.context.i18n.LocaleContextHolder;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.LocaleResolver;
import tools.jackson.databind.json.JsonMapper;

/** Writes a reason as problem details (RFC 9457), in the language of the request. The one shape of the JSON API's errors. */
@Component
class Problems {

    private static final Duration DEFAULT_RETRY = Duration.ofSeconds(2);

    private static final long MOST_REFUSALS = 1_000;

    private final MessageSource messages;
    private final LocaleResolver locales;
    private final JsonMapper json;

    /** A storm hears the same refusal again and again. */
    private final LoadingCache<Refusal, byte[]> refusals =
            Caffeine.newBuilder().maximumSize(MOST_REFUSALS).build(this::body);

    Problems(MessageSource messages, LocaleResolver locales, JsonMapper json) {
        this.messages = messages;
        this.locales = locales;
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
        var problem = of(reason, LocaleContextHolder.getLocale());
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
        headers(reason, framework).forEach((name, values) -> values.forEach(value -> response.addHeader(name, value)));
        write(response, reason, body(new Refusal(reason, LocaleContextHolder.getLocale(), path(request))));
    }

    /** Writes a refusal before Spring has looked at the request. */
    void refuse(HttpServletRequest request, HttpServletResponse response, Reason reason, Optional<Duration> retryAfter)
            throws IOException {
        retryAfter
                .or(() -> Optional.of(DEFAULT_RETRY).filter(wait -> asksToWait(reason.status())))
                .ifPresent(wait -> response.setHeader(HttpHeaders.RETRY_AFTER, seconds(wait)));
        write(response, reason, refusals.get(new Refusal(reason, locales.resolveLocale(request), path(request))));
    }

    private static void write(HttpServletResponse response, Reason reason, byte[] body) throws IOException {
        response.setStatus(reason.status().value());
        response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }

    private byte[] body(Refusal refusal) {
        var problem = of(refusal.reason(), refusal.locale());
        instance(refusal.path()).ifPresent(problem::setInstance);
        return json.writeValueAsBytes(problem);
    }

    private ProblemDetail of(Reason reason, Locale locale) {
        var problem = ProblemDetail.forStatusAndDetail(reason.status(), text(reason, "detail", locale));
        problem.setType(reason.type());
        problem.setTitle(text(reason, "title", locale));
        problem.setProperty("reason", reason);
        return problem;
    }

    String text(Reason reason, String part) {
        return text(reason, part, LocaleContextHolder.getLocale());
    }

    private String text(Reason reason, String part, Locale locale) {
        return messages.getMessage("api.problem." + reason + "." + part, null, locale);
    }

    private static String path(HttpServletRequest request) {
        return request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI) instanceof String failed
                ? failed
                : request.getRequestURI();
    }

    /** Nothing for a path that was refused because it is none. */
    private static Optional<URI> instance(String path) {
        try {
            return Optional.of(new URI(path));
        } catch (URISyntaxException none) {
            return Optional.empty();
        }
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

    /** What a body depends on. */
    private record Refusal(Reason reason, Locale locale, String path) {}
}
