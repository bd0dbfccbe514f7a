package stampede.console;

import com.google.common.base.Ascii;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.validation.BindException;
import org.springframework.web.bind.MissingServletRequestParameterException;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.servlet.ModelAndView;

/** Tells an operator which part of an address or a form cannot be read. A typing error is not logged. */
@ControllerAdvice(basePackageClasses = ConsoleExceptionHandler.class)
class ConsoleExceptionHandler {

    private static final int LONGEST_SHOWN = 64;

    @ExceptionHandler
    ModelAndView unreadable(BindException mistakes) {
        return page(mistakes.getFieldErrors().stream()
                .map(mistake -> part(mistake.getField(), mistake.getRejectedValue()))
                .toList());
    }

    /** A page whose path cannot be read does not exist. */
    @ExceptionHandler
    ModelAndView unreadable(MethodArgumentTypeMismatchException mistake) {
        return mistake.getParameter().hasParameterAnnotation(PathVariable.class)
                ? page(HttpStatus.NOT_FOUND, List.of())
                : page(List.of(part(mistake.getName(), mistake.getValue())));
    }

    @ExceptionHandler
    ModelAndView missing(MissingServletRequestParameterException mistake) {
        return page(List.of(part(mistake.getParameterName(), null)));
    }

    private static ModelAndView page(List<Part> unreadable) {
        return page(HttpStatus.BAD_REQUEST, unreadable);
    }

    private static ModelAndView page(HttpStatus status, List<Part> unreadable) {
        var page = new ModelAndView("error", status);
        page.addObject("status", status.value());
        return page.addObject("unreadable", unreadable);
    }

    private static Part part(String name, @Nullable Object value) {
        return new Part(
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
    record Part(String name, String value) {}
}
