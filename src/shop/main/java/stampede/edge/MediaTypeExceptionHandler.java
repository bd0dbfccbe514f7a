package stampede.edge;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.HttpStatus;
import org.springframework.util.InvalidMimeTypeException;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;

/**
 * A header that names media types and cannot be read is a mistake of who sent it. Spring MVC says so; Spring Boot's own endpoints read
 * {@code Accept} themselves and stumble over an empty part of it.
 */
@ControllerAdvice
class MediaTypeExceptionHandler {

    @ExceptionHandler
    void unreadable(InvalidMimeTypeException unreadable, HttpServletResponse response) throws IOException {
        response.sendError(HttpStatus.BAD_REQUEST.value());
    }
}
