package stampede.site;

import com.google.common.hash.Hashing;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.springframework.core.io.ClassPathResource;
import org.springframework.stereotype.Component;

/** Addresses of static files that change when the file does, so that browsers may keep them for good; {@code assets} in templates. */
@Component
class Assets {

    /** The style sheets of each page of the shop. */
    static final List<String> STYLES = List.of("/tokens.css", "/stampede.css");

    private static final String WORKER = "/service-worker.js";

    /** What the browser keeps beside it, and what that is made of. */
    private static final List<String> KEPT_BY_WORKER =
            List.of("templates/offline.html", "messages.properties", "messages_zh.properties", "static/favicon.svg");

    private final Map<String, String> addresses = new ConcurrentHashMap<>();

    /** The address of a file in {@code static}, such as {@code /stampede.css}. */
    public String at(String path) {
        return addresses.computeIfAbsent(path, file -> file + "?v=" + hash(Stream.of("static" + file)));
    }

    /** The address of a picture in the sheet of icons, such as {@code truck}. */
    public String icon(String name) {
        return at("/icons.svg") + "#" + name;
    }

    /** The address of the service worker, which changes when it does or anything that it keeps. */
    public String worker() {
        return addresses.computeIfAbsent(WORKER, file -> file + "?v=" + hash(workerFiles()));
    }

    private static Stream<String> workerFiles() {
        return Stream.of(
                        Stream.of("static" + WORKER),
                        STYLES.stream().map(style -> "static" + style),
                        KEPT_BY_WORKER.stream())
                .flatMap(files -> files);
    }

    private static String hash(Stream<String> files) {
        var hash = Hashing.sha256().newHasher();
        files.forEach(file -> hash.putBytes(content(file)));
        return hash.hash().toString().substring(0, 12);
    }

    private static byte[] content(String file) {
        try {
            return new ClassPathResource(file).getContentAsByteArray();
        } catch (IOException missing) {
            throw new UncheckedIOException(missing);
        }
    }
}
