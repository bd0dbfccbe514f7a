package stampede.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;

/** A program of the tests that runs in a process of its own and tells its story to a file. */
public final class JavaProcess {

    private static final int LAST_LINES = 80;

    /** What lives for seconds neither optimises nor collects anything before it has loaded its classes: that is a sixth of a start. */
    private static final List<String> SHORT_LIVED =
            List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:MetaspaceSize=256m");

    /** The tests' own process has verified the same classes, and it is another sixth. */
    private static final List<String> TRUSTING =
            List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:-BytecodeVerificationRemote");

    private final Process process;
    private final Path log;

    private JavaProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    /**
     * Starts a program of the tests.
     *
     * @param log what it says is added here
     */
    public static JavaProcess start(Class<?> program, List<String> options, List<String> arguments, Path log) {
        var all = new ArrayList<>(TRUSTING);
        all.addAll(options);
        return start(program, classPath(), all, arguments, log);
    }

    /** The same with another class path than that of the tests. */
    public static JavaProcess start(
            Class<?> program, String classPath, List<String> options, List<String> arguments, Path log) {
        return start(command(program, classPath, options, arguments), log);
    }

    /** The same, led by its arguments alone: it does not see the variables that lead the tests to their servers. */
    public static JavaProcess startApart(
            Class<?> program, String classPath, List<String> options, List<String> arguments, Path log) {
        var command = command(program, classPath, options, arguments);
        command.environment().keySet().removeIf(variable -> variable.matches("(STAMPEDE|SPRING|SERVER)_.*"));
        return start(command, log);
    }

    private static ProcessBuilder command(
            Class<?> program, String classPath, List<String> options, List<String> arguments) {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(SHORT_LIVED);
        command.addAll(options);
        command.addAll(List.of("-cp", classPath, program.getName()));
        command.addAll(arguments);
        return new ProcessBuilder(command);
    }

    private static JavaProcess start(ProcessBuilder command, Path log) {
        try {
            var process = command.redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .start();
            return new JavaProcess(process, log);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** That of the tests. */
    public static String classPath() {
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }

    /** What it answered when it ended; nothing while it runs. */
    public OptionalInt exitValue() {
        return process.isAlive() ? OptionalInt.empty() : OptionalInt.of(process.exitValue());
    }

    /** Fails, and tells what it said last, unless it still runs. */
    public void assertRuns() {
        assertThat(process.isAlive()).as(this::lastWords).isTrue();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Waits until it ends by itself, however. */
    public boolean awaitEnd(Duration patience) {
        try {
            return process.waitFor(patience.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    /** Sends it a signal, such as {@code STOP} or {@code CONT}. */
    public void signal(String name) {
        try {
            new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                    .start()
                    .waitFor();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    /** Waits until it ends by itself; fails, and tells what it said last, unless it ends well and in time. */
    public void awaitSuccess(Duration patience) {
        try {
            var ended = process.waitFor(patience.toSeconds(), TimeUnit.SECONDS);
            assertThat(ended && process.exitValue() == 0).as(this::lastWords).isTrue();
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    /** Ends it as {@code kill -9} does, unless it has ended; nothing of it runs any more when this returns. */
    public void kill() {
        process.destroyForcibly();
        try {
            process.waitFor();
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    private String lastWords() {
        try {
            var lines = Files.readAllLines(log);
            return String.join("\n", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
        } catch (IOException none) {
            return none.toString();
        }
    }
}
