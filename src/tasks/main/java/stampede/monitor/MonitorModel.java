package stampede.monitor;

import jakarta.servlet.http.HttpServletRequest;
import java.security.Principal;
import java.util.Locale;
import java.util.Optional;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ModelAttribute;

/** Gives every page of the monitor its {@link MonitorView}. */
@ControllerAdvice(basePackageClasses = MonitorModel.class)
class MonitorModel {

    private final MonitorProperties properties;
    private final MonitorGuard guard;
    private final MonitorWords words = new MonitorWords();
    private final MonitorAssets assets = new MonitorAssets();

    MonitorModel(MonitorProperties properties, MonitorGuard guard) {
        this.properties = properties;
        this.guard = guard;
    }

    @ModelAttribute(MonitorView.NAME)
    MonitorView view(HttpServletRequest request, Locale language) {
        return new MonitorView(properties, words, assets, language, guard.mayAct(request), signedIn(request));
    }

    /** Spring Security says of each request that it looks after which token its forms need. */
    private Optional<String> signedIn(HttpServletRequest request) {
        return Optional.ofNullable(request.getUserPrincipal())
                .filter(who -> request.getAttribute("_csrf") != null
                        && !properties.signOut().isEmpty())
                .map(Principal::getName);
    }
}
