package stampede.storefront;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;

/** A page whose path cannot be read, such as {@code /offers/abc}, does not exist; a parameter that cannot is a mistake. */
@ControllerAdvice(basePackageClasses = StorefrontExceptionHandler.class)
class StorefrontExceptionHandler {

    @ExceptionHandler
    void unreadable(MethodArgumentTypeMismatchException mismatch, HttpServletResponse response) throws IOException {
        var inPath = mismatch.getParameter().hasParameterAnnotation(PathVariable.class);
        response.sendError(inPath ? HttpStatus.NOT_FOUND.value() : HttpStatus.BAD_REQUEST.value());
    }
}
