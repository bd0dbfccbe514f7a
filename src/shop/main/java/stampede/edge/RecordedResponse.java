package stampede.edge;

import jakarta.servlet.http.HttpServletResponse;
import java.util.Locale;
import org.springframework.http.HttpHeaders;
import org.springframework.web.util.ContentCachingResponseWrapper;

/** An answer that is held back while it is made. */
class RecordedResponse extends ContentCachingResponseWrapper {

    RecordedResponse(HttpServletResponse response) {
        super(response);
    }

    /** Tomcat does not show this one among the headers. */
    @Override
    public void setLocale(Locale locale) {
        super.setLocale(locale);
        setHeader(HttpHeaders.CONTENT_LANGUAGE, locale.toLanguageTag());
    }
}
