package stampede.monitor;

import com.google.common.base.Ascii;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.validation.BindException;
import org.springframework.web.bind.MissingServletRequestParameterException;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.ModelAndView;

/**
 * Tells which part of an address or a form cannot be read, and that something is not there: people on a page, programs as problem details.
 * Who mistypes is no news, so the log has nothing of it.
 */
@ControllerAdvice(basePackageClasses = MonitorExceptionHandler.class)
@Order(Ordered.HIGHEST_PRECEDENCE)
class MonitorExceptionHandler {

    private static final int LONGEST_SHOWN = 64;

    private final MonitorModel model;

    MonitorExceptionHandler(MonitorModel model) {
        this.model = model;
    }

    @ExceptionHandler
    Object unreadable(BindException mistakes, HandlerMethod asked, HttpServletRequest request, Locale language) {
        var fields = mistakes.getFieldErrors().stream()
                .map(mistake -> field(mistake.getField(), mistake.getRejectedValue()))
                .toList();
        return answer(HttpStatus.BAD_REQUEST, fields, asked, request, language);
    }

    /** A page whose path cannot be read does not exist. */
    @ExceptionHandler
    Object unreadable(
            MethodArgumentTypeMismatchException mistake,
            HandlerMethod asked,
            HttpServletRequest request,
            Locale language) {
        return mistake.getParameter().hasParameterAnnotation(PathVariable.class)
                ? refuse(new ResponseStatusException(HttpStatus.NOT_FOUND), asked, request, language)
                : answer(
                        HttpStatus.BAD_REQUEST,
                        List.of(field(mistake.getName(), mistake.getValue())),
                        asked,
                        request,
                        language);
    }

    @ExceptionHandler
    Object missing(
            MissingServletRequestParameterException mistake,
            HandlerMethod asked,
            HttpServletRequest request,
            Locale language) {
        return answer(
                HttpStatus.BAD_REQUEST, List.of(field(mistake.getParameterName(), null)), asked, request, language);
    }

    /** Its reason is the key of the words that say what is not there. */
    @ExceptionHandler
    Object refuse(ResponseStatusException no, HandlerMethod asked, HttpServletRequest request, Locale language) {
        var view = model.view(request, language);
        var words = Optional.ofNullable(no.getReason()).orElse("refused.404.text");
        return answer(no.getStatusCode(), List.of(view.text(words)), asked, view);
    }

    private Object answer(
            HttpStatusCode status,
            List<Field> fields,
            HandlerMethod asked,
            HttpServletRequest request,
            Locale language) {
        var view = model.view(request, language);
        var sentences = fields.stream()
                .map(field -> field.value().isEmpty()
                        ? view.text("refused.missing", field.name())
                        : view.text("refused.unreadable", field.name(), field.value()))
                .toList();
        return answer(status, sentences, asked, view);
    }

    private static Object answer(HttpStatusCode status, List<String> sentences, HandlerMethod asked, MonitorView view) {
        if (asked.getBeanType().isAnnotationPresent(RestController.class)) {
            var problem = ProblemDetail.forStatus(status);
            problem.setDetail(String.join(" ", sentences));
            return ResponseEntity.status(status)
                    .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                    .body(problem);
        }
        var page = new ModelAndView(MonitorView.template("refused-request"), status);
        page.addObject(MonitorView.NAME, view);
        page.addObject("status", status.value());
        return page.addObject("sentences", sentences);
    }

    private static Field field(String name, @Nullable Object value) {
        return new Field(
                Ascii.truncate(name, LONGEST_SHOWN, "…"),
                Optional.ofNullable(value)
                        .map(given -> Ascii.truncate(given.toString(), LONGEST_SHOWN, "…"))
                        .orElse(""));
    }

    /**
     * What cannot be read.
     *
     * @param name of the field
     * @param value the beginning of what stood there; empty if nothing did
     */
    private record Field(String name, String value) {}
}
