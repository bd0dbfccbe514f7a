package stampede.picture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file for as long as it is used, readable by nobody else. */
final class TemporaryFile implements AutoCloseable {

    private final Path path = Files.createTempFile("stampede-picture-", "");

    TemporaryFile() throws IOException {}

    Path path() {
        return path;
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(path);
    }
}
