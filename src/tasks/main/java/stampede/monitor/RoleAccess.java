package stampede.monitor;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Set;

/** Holders of the roles in the settings, as the container or Spring Security knows them. */
record RoleAccess(Set<String> readers, Set<String> actors) implements MonitorAccess {

    @Override
    public boolean mayRead(HttpServletRequest request) {
        return hasOneOf(readers, request) || mayAct(request);
    }

    @Override
    public boolean mayAct(HttpServletRequest request) {
        return hasOneOf(actors, request);
    }

    private static boolean hasOneOf(Set<String> roles, HttpServletRequest request) {
        return roles.stream().anyMatch(request::isUserInRole);
    }
}
