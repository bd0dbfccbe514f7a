package stampede.api.problem;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.springframework.context.MessageSource;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.LocaleResolver;
import stampede.refusal.RefusalException;
import stampede.refusal.RefusalReason;
import stampede.refusal.RetryAfter;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes refusals as problem details (RFC 9457), in the language of the request: the one shape of the JSON API's errors. It makes
 * the body for Spring MVC as well, so that every way to an answer gives the same bytes.
 */
@Component
public class ProblemWriter {

    private static final long MOST_BODIES = 1_000;

    private final MessageSource messages;
    private final LocaleResolver locales;
    private final JsonMapper json;

    /** In a rush the same refusals are written again and again. */
    private final LoadingCache<Problem, byte[]> bodies =
            Caffeine.newBuilder().maximumSize(MOST_BODIES).build(problem -> body(problem, List.of(), Map.of()));

    ProblemWriter(MessageSource messages, LocaleResolver locales, JsonMapper json) {
        this.messages = messages;
        this.locales = locales;
        this.json = json;
    }

    /** For exception handlers; {@code framework} are the headers that Spring MVC asks for. */
    ResponseEntity<Object> answer(
            HttpServletRequest request, RefusalException refused, HttpHeaders framework, List<FieldProblem> errors) {
        var problem = problem(request, refused.reason());
        var headers = new HttpHeaders(framework);
        refused.retryAfter().ifPresent(wait -> headers.set(HttpHeaders.RETRY_AFTER, RetryAfter.seconds(wait)));
        return ResponseEntity.status(refused.reason().status())
                .headers(headers)
                .contentType(type(problem))
                .body(body(problem, refused, errors));
    }

    /** Writes the answer where no controller will. */
    public void write(HttpServletRequest request, HttpServletResponse response, RefusalException refused)
            throws IOException {
        var body = body(problem(request, refused.reason()), refused, List.of());
        refused.retryAfter().ifPresent(wait -> RetryAfter.write(wait, response));
        response.setStatus(refused.reason().status().value());
        response.setContentType(type(problem(request, refused.reason())).toString());
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }

    /** What the refusal is. */
    String title(RefusalReason reason, Locale locale) {
        return messages.getMessage(reason.messageKey() + ".title", null, locale);
    }

    /** What happened and what to do now: the detail, or else the words of the page. */
    public String detail(RefusalReason reason, Locale locale) {
        var key = reason.messageKey();
        var detail = messages.getMessage(key + ".detail", null, null, locale);
        if (detail != null) {
            return detail;
        }
        var text = messages.getMessage(key + ".text", null, locale);
        var next = messages.getMessage(key + ".next", null, null, locale);
        return next == null ? text : messages.getMessage("refusal.sentences", new Object[] {text, next}, locale);
    }

    /** The last part of a problem's type, such as {@code sold-out}: see {@link ProblemApi}. */
    static String path(RefusalReason reason) {
        return reason.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static MediaType type(Problem problem) {
        return ApiPaths.areCompatible(problem.path()) ? MediaType.APPLICATION_JSON : MediaType.APPLICATION_PROBLEM_JSON;
    }

    private byte[] body(Problem problem, RefusalException refused, List<FieldProblem> errors) {
        var details = refused.details();
        return errors.isEmpty() && details.isEmpty() ? bodies.get(problem) : body(problem, errors, details);
    }

    private byte[] body(Problem problem, List<FieldProblem> errors, Map<String, Object> details) {
        var reason = problem.reason();
        if (ApiPaths.areCompatible(problem.path())) {
            return json.writeValueAsBytes(Map.of("errMsg", detail(reason, problem.locale())));
        }
        var detail = ProblemDetail.forStatusAndDetail(reason.status(), detail(reason, problem.locale()));
        detail.setType(URI.create("/problems/" + path(reason)));
        detail.setTitle(title(reason, problem.locale()));
        detail.setProperty("reason", reason.name());
        if (!errors.isEmpty()) {
            detail.setProperty("errors", errors);
        }
        details.forEach(detail::setProperty);
        instance(problem.path()).ifPresent(detail::setInstance);
        return json.writeValueAsBytes(detail);
    }

    private Problem problem(HttpServletRequest request, RefusalReason reason) {
        return new Problem(reason, locales.resolveLocale(request), requestPath(request));
    }

    private static String requestPath(HttpServletRequest request) {
        return request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI) instanceof String failed
                ? failed
                : request.getRequestURI();
    }

    /** Empty for a path that was refused because it is malformed. */
    private static Optional<URI> instance(String path) {
        try {
            return Optional.of(new URI(path));
        } catch (URISyntaxException malformed) {
            return Optional.empty();
        }
    }

    /** What a body depends on. */
    private record Problem(RefusalReason reason, Locale locale, String path) {}
}
