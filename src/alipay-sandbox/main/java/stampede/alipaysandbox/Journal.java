package stampede.alipaysandbox;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.jsontype.NamedType;

/**
 * Remembers across restarts, abrupt ones too: a file of JSON lines, each what one step changed, whole or not at all. A start reads
 * it and writes it anew without what is out of date.
 */
@Component
class Journal implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(Journal.class);

    private final JsonMapper json = JsonMapper.builder()
            .registerSubtypes(
                    new NamedType(SandboxCheckout.class, "Checkout"),
                    new NamedType(Trade.class, "Trade"),
                    new NamedType(NotificationDelivery.class, "Delivery"))
            .build();
    private final Map<String, JournalEntry> found = new LinkedHashMap<>();
    private final OutputStream file;

    Journal(SandboxProperties properties) throws IOException {
        var path = properties.directory().resolve("journal.jsonl");
        if (Files.exists(path)) {
            read(path);
            rewrite(path);
        }
        this.file = Files.newOutputStream(path, CREATE, APPEND);
    }

    /** What the journal held at the start, of one kind. */
    <E extends JournalEntry> List<E> found(Class<E> kind) {
        return found.values().stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    /** Keeps what one step changed. After this returns, only the machine's own end can lose it. */
    synchronized void append(JournalEntry... changed) {
        append(List.of(changed));
    }

    synchronized void append(Collection<? extends JournalEntry> changed) {
        try {
            file.write(line(changed));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void read(Path path) throws IOException {
        // An abrupt end may cut a character in two, which the strict readers of Files would not take.
        var text = new String(Files.readAllBytes(path), StandardCharsets.UTF_8);
        for (var line : text.lines().toList()) {
            try {
                Stream.of(json.readValue(line, JournalEntry[].class)).forEach(entry -> found.put(entry.id(), entry));
            } catch (JacksonException e) {
                log.warn("A line of {} cannot be read and is left out: an abrupt end may have cut it", path);
            }
        }
    }

    private void rewrite(Path path) throws IOException {
        var fresh = path.resolveSibling("journal.new");
        var lines = new ArrayList<String>();
        for (var entry : found.values()) {
            lines.add(new String(line(List.of(entry)), StandardCharsets.UTF_8).strip());
        }
        Files.write(fresh, lines, StandardCharsets.UTF_8);
        Files.move(fresh, path, ATOMIC_MOVE);
    }

    /** An array of the interface's type, or its entries would not say what they are. */
    private byte[] line(Collection<? extends JournalEntry> entries) {
        return (json.writerFor(JournalEntry[].class).writeValueAsString(entries.toArray(JournalEntry[]::new)) + "\n")
                .getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public synchronized void close() throws IOException {
        file.close();
    }
}
