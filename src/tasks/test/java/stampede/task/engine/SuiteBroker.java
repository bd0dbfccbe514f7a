package stampede.task.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Objects;

/** The broker that the whole suite runs on: who ends it must have the suite to himself. */
public final class SuiteBroker {

    private SuiteBroker() {}

    /** As {@code kill -9} does. */
    public static void kill() {
        servers("kill");
    }

    /** Returns when it is there again. */
    public static void start() {
        servers("start");
    }

    private static void servers(String verb) {
        var place =
                Objects.requireNonNull(System.getenv("STAMPEDE_SERVERS"), "scripts/test says where its servers are");
        try {
            var command = new ProcessBuilder("scripts/servers", verb, place, "", "rabbitmq").inheritIO();
            command.environment().putIfAbsent("STAMPEDE_SERVERS_PATIENCE", "400");
            assertThat(command.start().waitFor()).as("scripts/servers " + verb).isZero();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }
}
