package stampede.celery;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Debian's Celery in a process of its own: a client that evaluates Python, or a worker. {@code STAMPEDE_PYTHON} names another
 * Python, such as that of a virtual environment with another Celery.
 */
final class PythonProcess implements AutoCloseable {

    private static final String PYTHON = System.getenv().getOrDefault("STAMPEDE_PYTHON", "/usr/bin/python3");

    /** The client gives up by itself long before: it says then where it stands, in src/tasks/target/celery.log, and ends. */
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private static final Path SCRIPTS = Path.of("src/tasks/test/resources/stampede/celery");

    private final Process process;
    private final ExecutorService reader = Executors.newSingleThreadExecutor(reading -> {
        var thread = new Thread(reading, "celery-answers");
        thread.setDaemon(true);
        return thread;
    });
    private final BufferedReader answers;
    private final BufferedWriter questions;
    private final JsonMapper json = new JsonMapper();

    private PythonProcess(Process process) {
        this.process = process;
        this.answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        this.questions = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
    }

    /** A client that has connected. */
    static PythonProcess client(Map<String, String> environment) {
        var client = new PythonProcess(start(environment, ProcessBuilder.Redirect.PIPE, List.of("client.py")));
        client.answer();
        return client;
    }

    /** A worker with one process, which may not be ready yet. */
    static PythonProcess worker(Map<String, String> environment, String queue, String... options) {
        var command = new ArrayList<>(List.of("-m", "celery", "-A", "shop", "worker", "-Q", queue));
        command.addAll(List.of("--without-gossip", "--without-mingle", "-l", "WARNING"));
        command.addAll(List.of(options));
        return new PythonProcess(start(environment, ProcessBuilder.Redirect.DISCARD, command));
    }

    private static Process start(
            Map<String, String> environment, ProcessBuilder.Redirect output, List<String> arguments) {
        var command = new ArrayList<>(List.of(PYTHON));
        command.addAll(arguments);
        var builder = new ProcessBuilder(command)
                .directory(SCRIPTS.toFile())
                .redirectOutput(output)
                .redirectError(ProcessBuilder.Redirect.appendTo(
                        Path.of("src/tasks/target/celery.log").toAbsolutePath().toFile()));
        builder.environment().putAll(environment);
        builder.environment().putAll(Map.of("PYTHONDONTWRITEBYTECODE", "1", "C_FORCE_ROOT", "1"));
        try {
            return builder.start();
        } catch (IOException missing) {
            throw new UncheckedIOException(missing);
        }
    }

    /**
     * What the Python expression comes to.
     *
     * @throws Raised if it raises an exception
     */
    synchronized JsonNode eval(String expression, String... arguments) {
        try {
            questions.write(json.writeValueAsString(expression.formatted((Object[]) arguments)) + "\n");
            questions.flush();
        } catch (IOException gone) {
            throw new UncheckedIOException(gone);
        }
        return answer();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    private JsonNode answer() {
        try {
            var line = readLine();
            if (line == null) {
                throw new IllegalStateException("Celery's client ended; see src/tasks/target/celery.log");
            }
            var answer = json.readTree(line);
            if (answer.has("raised")) {
                throw new Raised(
                        answer.get("raised").stringValue(),
                        answer.get("message").stringValue());
            }
            return answer.get("value");
        } catch (IOException gone) {
            throw new UncheckedIOException(gone);
        }
    }

    /** A pipe cannot be read with a limit, so somebody else reads it. */
    private @Nullable String readLine() throws IOException {
        try {
            return reader.submit(answers::readLine).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException silent) {
            process.destroyForcibly();
            throw new IllegalStateException("Celery's client does not answer; see src/tasks/target/celery.log", silent);
        } catch (ExecutionException failure) {
            throw new IOException(failure.getCause());
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    @Override
    public void close() {
        reader.shutdown();
        process.destroy();
        try {
            if (!process.waitFor(5, TimeUnit.SECONDS)) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    /** Python raised an exception. */
    static final class Raised extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final String type;

        Raised(String type, String message) {
            super(type + ": " + message);
            this.type = type;
        }

        String type() {
            return type;
        }
    }
}
