package stampede.celery;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Debian's Celery in a process of its own: a client that evaluates Python, or a worker. */
final class PythonProcess implements AutoCloseable {

    private static final String PYTHON = "/usr/bin/python3";
    private static final Path SCRIPTS = Path.of("src/test/resources/stampede/celery");

    private final Process process;
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
                .redirectError(Path.of("target", "celery.log").toAbsolutePath().toFile());
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

    private JsonNode answer() {
        try {
            var line = answers.readLine();
            if (line == null) {
                throw new IllegalStateException("Celery's client ended; see target/celery.log");
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

    @Override
    public void close() {
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
