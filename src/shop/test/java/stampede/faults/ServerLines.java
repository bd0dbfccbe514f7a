package stampede.faults;

import java.util.stream.Stream;
import stampede.testing.FaultyLine;

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
