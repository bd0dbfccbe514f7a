package stampede.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

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

    /** They end, and nothing stays. */
    public void wipe() {
        run("scripts/servers", "wipe", directory);
    }

    /** Nothing of it runs any more, but its connections stay and new ones are taken, as with a machine that swaps or a stuck disk. */
    public void freeze(String server) {
        run("kill", "-STOP", Long.toString(pid(server)));
    }

    public void thaw(String server) {
        run("kill", "-CONT", Long.toString(pid(server)));
    }

    /** The database takes no writes any more from those without a privilege, or takes them again. Only its root may say so, over its socket. */
    public void setReadOnly(boolean readOnly) {
        var socket = real("mariadb").resolve("socket").toString();
        var command = new ArrayList<>(List.of(
                "mariadb",
                "--no-defaults",
                "--socket=" + socket,
                "-e",
                "set global read_only = " + (readOnly ? 1 : 0)));
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

    /** By what it works in and its name, as {@code scripts/servers} knows it: a pid file is not there yet, or not any more, when a server restarts. */
    private long pid(String server) {
        var place = real(server).resolve(server.equals("mariadb") ? "data" : "");
        var program = Map.of("mariadb", "mariadbd", "redis", "redis-server", "rabbitmq", "beam");
        return ProcessHandle.allProcesses()
                .mapToLong(ProcessHandle::pid)
                .filter(pid -> worksIn(pid, place) && isCalled(pid, program.get(server)))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("No " + server + " runs in " + place));
    }

    private static boolean worksIn(long pid, Path place) {
        try {
            return Files.readSymbolicLink(Path.of("/proc", Long.toString(pid), "cwd"))
                    .equals(place);
        } catch (IOException goneOrAnothers) {
            return false;
        }
    }

    private static boolean isCalled(long pid, String program) {
        try {
            return Files.readString(Path.of("/proc", Long.toString(pid), "cmdline"), StandardCharsets.ISO_8859_1)
                    .contains(program);
        } catch (IOException gone) {
            return false;
        }
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
        var words = new ArrayList<>(List.of(command));
        try {
            var process = new ProcessBuilder(words)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .start();
            if (process.waitFor() != 0) {
                throw new IllegalStateException(String.join(" ", words) + " failed; see " + log);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }
}
