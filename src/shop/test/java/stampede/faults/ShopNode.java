package stampede.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import stampede.testing.FaultyLine;

/** One of several processes of a shop: with a role, and with lines of its own to the servers. */
final class ShopNode implements AutoCloseable {

    private final String name;
    private final ServerLines lines;
    private final ShopProcess process;

    /** @param roles as {@code stampede.roles} names them */
    ShopNode(String name, String roles, OwnServers servers, List<String> settings, Path directory) {
        this.name = name;
        this.lines = servers.lines();
        var all = new ArrayList<>(settings);
        all.addAll(servers.settings(lines));
        all.add("--stampede.roles=" + roles);
        this.process = new ShopProcess(directory(directory.resolve(name)), all);
    }

    private static Path directory(Path path) {
        try {
            return Files.createDirectories(path);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    ServerLines lines() {
        return lines;
    }

    ShopProcess process() {
        return process;
    }

    String address() {
        return process.address();
    }

    @Override
    public void close() {
        process.close();
        lines.close();
    }

    @Override
    public String toString() {
        return name;
    }

    /**
     * The lines of one process to its servers.
     *
     * @param database to MariaDB
     * @param redis to Redis
     * @param broker to RabbitMQ
     */
    record ServerLines(FaultyLine database, FaultyLine redis, FaultyLine broker) implements AutoCloseable {

        void mend() {
            all().forEach(FaultyLine::mend);
        }

        Stream<FaultyLine> all() {
            return Stream.of(database, redis, broker);
        }

        @Override
        public void close() {
            all().forEach(FaultyLine::close);
        }
    }
}
