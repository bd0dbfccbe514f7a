package stampede.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The private set of servers that a run has to itself: here they are ended and started like machines, not disturbed on the line. */
public final class ServerMachines {

    private final String directory;
    private final Path log;

    /** @param directory where {@code scripts/servers} keeps them */
    public ServerMachines(Path directory, Path log) {
        this.directory = directory.toString();
        this.log = log;
    }

    /** Of a test's own, not started yet; ports as {@code scripts/servers} has them. */
    public static ServerMachines at(Path directory, int base) {
        try {
            Files.createDirectories(directory);
            Files.writeString(directory.resolve("base"), Integer.toString(base));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return new ServerMachines(directory, directory.resolve("machines.log"));
    }

    public void start(String server) {
        run("scripts/servers", "start", directory, base(), server);
    }

    public void stop(String server) {
        run("scripts/servers", "stop", directory, base(), server);
    }

    public void kill(String server) {
        run("scripts/servers", "kill", directory, base(), server);
    }

    /** Several of each, as one: all of them, ready. */
    public void startCluster() {
        run("scripts/servers", "cluster", directory, base());
    }

    /** One of several, by itself. */
    public void startInCluster(String server) {
        run("scripts/servers", "cluster", directory, base(), server);
    }

    /** What RabbitMQ brings for operators, run at one of its nodes. */
    public void tool(String server, String... command) {
        run(Stream.concat(Stream.of("scripts/servers", "tool", directory, base(), server), Stream.of(command))
                .toArray(String[]::new));
    }

    /** Cuts a node of RabbitMQ off from the others, whose clients may still reach it. */
    public void part(String server) {
        run("scripts/servers", "part", directory, base(), server);
    }

    /** Ends that. */
    public void unpart(String server) {
        run("scripts/servers", "unpart", directory, base(), server);
    }

    /** Makes a replica of MariaDB the primary, as an operator would whose primary is gone or takes no writes any more. */
    public void promote(String server) {
        run("scripts/servers", "promote", directory, base(), server);
    }

    /** Throws a server's data away and lets it begin anew, as a replica of what the others have. */
    public void rebuild(String server) {
        run("scripts/servers", "rebuild", directory, base(), server);
    }

    /** Moves so many slots from one master of Redis to another, the lowest first. */
    public void reshard(int port, String from, String to, int slots) {
        run(
                "redis-cli",
                "--cluster",
                "reshard",
                "127.0.0.1:" + port,
                "--cluster-from",
                from,
                "--cluster-to",
                to,
                "--cluster-slots",
                String.valueOf(slots),
                "--cluster-yes");
    }

    /** What leads programs to them: names of environment variables, and their values. */
    public Map<String, String> settings() {
        return output("scripts/servers", "settings", directory)
                .lines()
                .collect(Collectors.toMap(
                        line -> line.substring(0, line.indexOf('=')), line -> line.substring(line.indexOf('=') + 1)));
    }

    /** They end, and nothing stays. */
    public void wipe() {
        run("scripts/servers", "wipe", directory);
    }

    /** Nothing of it runs any more, but its connections stay and new ones are taken, as with a machine that swaps or a stuck disk. */
    public void freeze(String server) {
        run("scripts/servers", "freeze", directory, base(), server);
    }

    public void thaw(String server) {
        run("scripts/servers", "thaw", directory, base(), server);
    }

    /** The database takes no writes any more from those without a privilege, or takes them again. Only its root may say so. */
    public void setReadOnly(boolean readOnly) {
        tellDatabase("set global read_only = " + (readOnly ? 1 : 0));
    }

    /** Runs a statement as the database's root, who is let in by its socket alone. */
    public void tellDatabase(String statement) {
        var socket = real("mariadb").resolve("socket").toString();
        var command = new ArrayList<>(List.of("mariadb", "--no-defaults", "--socket=" + socket, "-e", statement));
        if (System.getProperty("user.name").equals("root")) {
            command.addAll(0, List.of("setpriv", "--reuid=mysql", "--regid=mysql", "--clear-groups", "--"));
        }
        run(command.toArray(String[]::new));
    }

    /** Keeps what Redis has on disk now. */
    public void photographRedis(Path to) {
        run("cp", "-a", real("redis").toString(), to.toString());
    }

    /** Redis dies and comes back with what it had then. */
    public void restoreRedis(Path from) {
        kill("redis");
        var place = real("redis").toString();
        run("rm", "-rf", place);
        run("cp", "-a", from.toString(), place);
        start("redis");
    }

    /** A snapshot that Redis is told to begin fails, as on a full disk: from then on it refuses writes with MISCONF. */
    public void breakRedisSnapshot(Runnable begin) throws InterruptedException {
        var redis = ProcessHandle.of(pid("redis")).orElseThrow();
        if (redis.children().findAny().isEmpty()) {
            begin.run();
        }
        for (int look = 0; look < 100; look++) {
            var writer = redis.children().findFirst();
            if (writer.isPresent()) {
                writer.get().destroyForcibly();
                return;
            }
            Thread.sleep(20);
        }
        throw new IllegalStateException("Redis began no snapshot");
    }

    private long pid(String server) {
        return Long.parseLong(
                output("scripts/servers", "pid", directory, base(), server).strip());
    }

    private Path real(String server) {
        try {
            return Path.of(directory, server).toRealPath();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private String base() {
        try {
            return Files.readString(Path.of(directory, "base")).strip();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private void run(String... command) {
        try {
            end(command, ProcessBuilder.Redirect.appendTo(log.toFile()));
        } catch (IllegalStateException failure) {
            throw new IllegalStateException(failure.getMessage() + ", and said last: " + lastLines(), failure);
        }
    }

    /** The directory may be gone with the test before anybody reads the file. */
    private String lastLines() {
        try {
            var lines = Files.readAllLines(log);
            return String.join("\n", lines.subList(Math.max(0, lines.size() - 10), lines.size()));
        } catch (IOException gone) {
            return "nothing that can be read in " + log;
        }
    }

    private static String output(String... command) {
        return end(command, ProcessBuilder.Redirect.PIPE);
    }

    private static String end(String[] command, ProcessBuilder.Redirect to) {
        try {
            var process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(to)
                    .start();
            var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new IllegalStateException(String.join(" ", command) + " failed " + output);
            }
            return output;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }
}
