package stampede.site;

import com.google.common.hash.Hashing;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.core.io.ClassPathResource;
import org.springframework.stereotype.Component;

/** Addresses of static files that change when the file does, so that browsers may keep them for good; {@code assets} in templates. */
@Component
class Assets {

    private final Map<String, String> addresses = new ConcurrentHashMap<>();

    /** The address of a file in {@code static}, such as {@code /stampede.css}. */
    public String at(String path) {
        return addresses.computeIfAbsent(path, file -> file + "?v=" + hash(file));
    }

    /** The address of a picture in the sheet of icons, such as {@code truck}. */
    public String icon(String name) {
        return at("/icons.svg") + "#" + name;
    }

    private static String hash(String file) {
        try {
            var content = new ClassPathResource("static" + file).getContentAsByteArray();
            return Hashing.sha256().hashBytes(content).toString().substring(0, 12);
        } catch (IOException missing) {
            throw new UncheckedIOException(missing);
        }
    }
}
