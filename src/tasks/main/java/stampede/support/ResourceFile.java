package stampede.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.springframework.core.io.ClassPathResource;

/** A file that lies beside the class that uses it: a query, a script. */
public final class ResourceFile {

    private ResourceFile() {}

    /**
     * Its text, in UTF-8.
     *
     * @param owner the class that it lies beside
     * @throws UncheckedIOException if there is no such file
     */
    public static String read(Class<?> owner, String file) {
        try {
            return new ClassPathResource(file, owner).getContentAsString(StandardCharsets.UTF_8);
        } catch (IOException cause) {
            throw new UncheckedIOException("No file " + file + " beside " + owner, cause);
        }
    }
}
