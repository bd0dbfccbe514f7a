package stampede.edge;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A request that does not say who sent it. What is made for it can be given to others: no cookie, no token and no other header
 * gets through but the one that {@link PublicResponseKey} knows of, and no parameter but those.
 */
class AnonymousRequest extends HttpServletRequestWrapper {

    private final List<String> names;
    private final Map<String, String> written;
    private final Map<String, String> parameters;

    AnonymousRequest(HttpServletRequest request, PublicResponseKey asked) {
        super(request);
        this.names = asked.piece() ? List.of("HX-Request") : List.of();
        this.written = asked.parameters();
        this.parameters = written.entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(
                        Map.Entry::getKey, one -> URLDecoder.decode(one.getValue(), StandardCharsets.UTF_8)));
    }

    @Override
    public @Nullable String getQueryString() {
        return written.isEmpty()
                ? null
                : written.entrySet().stream()
                        .map(parameter -> parameter.getKey() + "=" + parameter.getValue())
                        .collect(Collectors.joining("&"));
    }

    @Override
    public @Nullable String getParameter(String name) {
        return parameters.get(name);
    }

    @Override
    public String @Nullable [] getParameterValues(String name) {
        var value = parameters.get(name);
        return value == null ? null : new String[] {value};
    }

    @Override
    public Enumeration<String> getParameterNames() {
        return Collections.enumeration(parameters.keySet());
    }

    @Override
    public Map<String, String[]> getParameterMap() {
        return parameters.entrySet().stream().collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, parameter ->
                new String[] {parameter.getValue()}));
    }

    @Override
    public Cookie @Nullable [] getCookies() {
        return null;
    }

    @Override
    public @Nullable String getHeader(String name) {
        return names.stream().anyMatch(name::equalsIgnoreCase) ? "true" : null;
    }

    @Override
    public Enumeration<String> getHeaders(String name) {
        var value = getHeader(name);
        return value == null ? Collections.emptyEnumeration() : Collections.enumeration(List.of(value));
    }

    @Override
    public Enumeration<String> getHeaderNames() {
        return Collections.enumeration(names);
    }

    @Override
    public long getDateHeader(String name) {
        return -1;
    }

    @Override
    public int getIntHeader(String name) {
        return -1;
    }
}
