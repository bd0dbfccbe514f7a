package stampede.security;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.Authentication;
import org.springframework.security.web.authentication.logout.LogoutHandler;
import stampede.audit.SecurityEvent;
import stampede.audit.SecurityEvents;

/** Logs who signs out of the pages, while the cookie still says it. */
final class SignOutEventHandler implements LogoutHandler {

    private final PageCookies cookies;
    private final SecurityEvents events;

    SignOutEventHandler(PageCookies cookies, SecurityEvents events) {
        this.cookies = cookies;
        this.events = events;
    }

    /** Signing out is served before anybody reads the cookie, so there is no authentication yet. */
    @Override
    public void logout(HttpServletRequest request, HttpServletResponse response, @Nullable Authentication nobodyYet) {
        cookies.read(request)
                .map(content -> content.signIn().account())
                .ifPresent(account -> events.write(
                        SecurityEvent.SIGN_OUT,
                        account.username(),
                        Map.of("account", account.id(), "role", account.role())));
    }
}
