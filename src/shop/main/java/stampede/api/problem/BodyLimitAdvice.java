package stampede.api.problem;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Type;
import org.springframework.core.MethodParameter;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpInputMessage;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.servlet.mvc.method.annotation.RequestBodyAdviceAdapter;
import stampede.http.BoundedStream;
import stampede.refusal.RefusalException;

/** Refuses bodies longer than any honest one, whether or not they say how long they are, before they are in memory. */
@RestControllerAdvice("stampede.api")
class BodyLimitAdvice extends RequestBodyAdviceAdapter {

    private static final int LONGEST_BODY_BYTES = 16 * 1024;

    @Override
    public boolean supports(MethodParameter parameter, Type type, Class<? extends HttpMessageConverter<?>> converter) {
        return true;
    }

    @Override
    public HttpInputMessage beforeBodyRead(
            HttpInputMessage message,
            MethodParameter parameter,
            Type type,
            Class<? extends HttpMessageConverter<?>> converter)
            throws IOException {
        var longest = longest(parameter);
        if (message.getHeaders().getContentLength() > longest) {
            throw new RefusalException(ApiRefusal.TOO_LARGE);
        }
        return new Limited(message.getHeaders(), new Counted(message.getBody(), longest));
    }

    private static int longest(MethodParameter parameter) {
        var own = parameter.getParameterType().getAnnotation(LongestBody.class);
        return own == null ? LONGEST_BODY_BYTES : own.value();
    }

    private record Limited(HttpHeaders headers, InputStream body) implements HttpInputMessage {

        @Override
        public HttpHeaders getHeaders() {
            return headers;
        }

        @Override
        public InputStream getBody() {
            return body;
        }
    }

    /** For bodies in chunks. */
    private static final class Counted extends BoundedStream {

        Counted(InputStream in, int longest) {
            super(in, longest);
        }

        @Override
        protected void tooLong() {
            throw new RefusalException(ApiRefusal.TOO_LARGE);
        }
    }
}
