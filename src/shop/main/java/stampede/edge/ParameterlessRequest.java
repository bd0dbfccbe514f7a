package stampede.edge;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.util.Collections;
import java.util.Enumeration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A refused request without its parameters, which may be what cannot be read. */
final class ParameterlessRequest extends HttpServletRequestWrapper {

    ParameterlessRequest(HttpServletRequest request) {
        super(request);
    }

    @Override
    public @Nullable String getQueryString() {
        return null;
    }

    @Override
    public @Nullable String getParameter(String name) {
        return null;
    }

    @Override
    public String @Nullable [] getParameterValues(String name) {
        return null;
    }

    @Override
    public Map<String, String[]> getParameterMap() {
        return Map.of();
    }

    @Override
    public Enumeration<String> getParameterNames() {
        return Collections.emptyEnumeration();
    }
}
