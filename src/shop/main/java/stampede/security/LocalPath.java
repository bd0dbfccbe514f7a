package stampede.security;

import com.google.common.base.Splitter;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;

/**
 * A path within the shop to send a browser to. Whatever could lead to another site is read as the home page, so that nobody
 * can lend the shop's sign-in page to another site.
 *
 * @param value begins with one slash; may have a query
 */
public record LocalPath(String value) {

    private static final String HOME = "/";
    private static final int LONGEST = 1_000;

    public LocalPath {
        value = isLocal(value) ? value : HOME;
    }

    private static boolean isLocal(String path) {
        return path.length() <= LONGEST
                && path.startsWith("/")
                && !path.startsWith("//")
                && path.chars().allMatch(letter -> letter > ' ' && letter < 127 && letter != '\\')
                && isPathOfThisSite(path)
                && hasPlainSteps(path);
    }

    /** Steps back, doubled slashes and what could stand for them lead nowhere in this shop: the firewall takes none of them. */
    private static boolean hasPlainSteps(String path) {
        var end = path.indexOf('?');
        var steps = (end < 0 ? path : path.substring(0, end)).toLowerCase(Locale.ROOT);
        return !steps.contains("//")
                && !steps.contains("%2e")
                && !steps.contains("%2f")
                && Splitter.on('/').splitToStream(steps).noneMatch(step -> step.equals(".") || step.equals(".."));
    }

    private static boolean isPathOfThisSite(String path) {
        try {
            var uri = new URI(path);
            return !uri.isAbsolute() && uri.getRawAuthority() == null;
        } catch (URISyntaxException malformed) {
            return false;
        }
    }

    @Override
    public String toString() {
        return value;
    }
}
