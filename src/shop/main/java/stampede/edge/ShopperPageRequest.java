package stampede.edge;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;
import java.security.Principal;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.security.web.csrf.DefaultCsrfToken;
import stampede.storefront.AnyShopper;

/**
 * A request behind the filters that know who sent it, and does not say. Whatever they have noted with it is not to be found either; it has
 * the token that stands for the reader's, and notes of its own.
 */
final class ShopperPageRequest extends AnonymousRequest {

    private final Locale language;
    private final Map<String, Object> attributes = new HashMap<>();

    ShopperPageRequest(HttpServletRequest request, PublicResponseKey asked) {
        super(request, asked);
        this.language = asked.language();
        var token = new DefaultCsrfToken("X-CSRF-TOKEN", "_csrf", AnyShopper.token());
        attributes.put(CsrfToken.class.getName(), token);
        attributes.put(token.getParameterName(), token);
        asked.theme().keepWith(this);
    }

    @Override
    public Locale getLocale() {
        return language;
    }

    @Override
    public Enumeration<Locale> getLocales() {
        return Collections.enumeration(List.of(language));
    }

    @Override
    public @Nullable Object getAttribute(String name) {
        return attributes.get(name);
    }

    @Override
    public Enumeration<String> getAttributeNames() {
        return Collections.enumeration(List.copyOf(attributes.keySet()));
    }

    @Override
    public void setAttribute(String name, @Nullable Object value) {
        if (value == null) {
            attributes.remove(name);
        } else {
            attributes.put(name, value);
        }
    }

    @Override
    public void removeAttribute(String name) {
        attributes.remove(name);
    }

    @Override
    public @Nullable String getRemoteUser() {
        return null;
    }

    @Override
    public @Nullable Principal getUserPrincipal() {
        return null;
    }

    @Override
    public boolean isUserInRole(String role) {
        return false;
    }

    @Override
    public @Nullable HttpSession getSession(boolean create) {
        return null;
    }
}
