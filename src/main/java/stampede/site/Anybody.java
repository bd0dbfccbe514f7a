package stampede.site;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request that does not say who sent it. What is made for it can be given to others: no cookie, no token and no other header
 * gets through but the one that {@link SharedRequest} knows of.
 */
final class Anybody extends HttpServletRequestWrapper {

    private final List<String> names;

    Anybody(HttpServletRequest request, SharedRequest asked) {
        super(request);
        this.names = asked.piece() ? List.of("HX-Request") : List.of();
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
