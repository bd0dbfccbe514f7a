package stampede.site;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.stereotype.Component;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;
import stampede.account.Role;
import stampede.account.SignedIn;

/** What the frame around every page needs to know; {@code page} in templates. */
@Component
class PageFrame {

    private static final Set<Integer> WITH_WORDS = Set.of(400, 401, 403, 404, 405, 413, 415, 421, 429, 500, 503);

    private final ShopTimes times;

    PageFrame(ShopTimes times) {
        this.times = times;
    }

    public Optional<SignedIn> account() {
        var authentication = SecurityContextHolder.getContext().getAuthentication();
        return Optional.ofNullable(authentication)
                .map(known -> known.getPrincipal())
                .filter(SignedIn.class::isInstance)
                .map(SignedIn.class::cast);
    }

    public boolean isOperator() {
        return account().filter(account -> account.role() == Role.OPERATOR).isPresent();
    }

    /** The server's clock in epoch milliseconds, for countdowns. */
    public long now() {
        return times.now().toEpochMilli();
    }

    /** The words there are for an answer's status: its own, or those of its hundred. */
    public int errorKey(int status) {
        return WITH_WORDS.contains(status) ? status : status / 100 == 4 ? 400 : 500;
    }

    /** A link to this page in another language, relative to it. What else its address says stays as it was written. */
    public String inLanguage(String tag) {
        var others = Stream.ofNullable(request().getQueryString())
                .flatMap(query -> Stream.of(query.split("&")))
                .filter(parameter -> !parameter.isEmpty() && !parameter.startsWith("lang="));
        return Stream.concat(others, Stream.of("lang=" + tag)).collect(Collectors.joining("&", "?", ""));
    }

    private static HttpServletRequest request() {
        return ((ServletRequestAttributes) RequestContextHolder.currentRequestAttributes()).getRequest();
    }
}
