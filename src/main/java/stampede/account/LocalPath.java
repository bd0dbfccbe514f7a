package stampede.account;

import java.net.URI;
import java.net.URISyntaxException;

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
                && isPathOfThisSite(path);
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
