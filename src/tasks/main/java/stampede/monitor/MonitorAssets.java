package stampede.monitor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.core.io.ClassPathResource;
import org.springframework.util.DigestUtils;

/** The monitor's static files, at addresses that change when they do, so that browsers may keep them for good. */
final class MonitorAssets {

    /** Below the monitor's path. */
    static final String FOLDER = "/assets/";

    static final String LOCATION = "static/tasks/";

    private final Map<String, String> addresses = new ConcurrentHashMap<>();

    /** Below the monitor's path. */
    String address(String file) {
        return addresses.computeIfAbsent(file, name -> FOLDER + name + "?v=" + digest(name));
    }

    private static String digest(String file) {
        try (var content = new ClassPathResource(LOCATION + file).getInputStream()) {
            return DigestUtils.md5DigestAsHex(content).substring(0, 12);
        } catch (IOException missing) {
            throw new UncheckedIOException(missing);
        }
    }
}
