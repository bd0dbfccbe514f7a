package stampede.console.tonight;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.stereotype.Component;
import stampede.desk.TimedReader;

/** Asks the servers what the health of this node asks them too, and takes the time. */
@Component
class ServerStates {

    private final List<Asked> servers;
    private final TimedReader reader;

    ServerStates(
            @Qualifier("dbHealthIndicator") HealthIndicator database,
            @Qualifier("redisHealthIndicator") HealthIndicator redis,
            @Qualifier("rabbitHealthIndicator") HealthIndicator broker,
            TimedReader reader) {
        this.servers =
                List.of(new Asked("MariaDB", database), new Asked("Redis", redis), new Asked("RabbitMQ", broker));
        this.reader = reader;
    }

    /** Begins to ask each. */
    List<CompletableFuture<ServerState>> read() {
        return servers.stream()
                .map(server -> reader.read(server::state)
                        .thenApply(state -> state.orElseGet(
                                () -> new ServerState(server.name(), ServerState.State.SILENT, Optional.empty()))))
                .toList();
    }

    /** A server, and whom to ask about it. */
    private record Asked(String name, HealthIndicator indicator) {

        ServerState state() {
            var began = System.nanoTime();
            var health = indicator.health();
            var up = health != null && health.getStatus().equals(Status.UP);
            return new ServerState(
                    name,
                    up ? ServerState.State.UP : ServerState.State.DOWN,
                    Optional.of(Duration.ofNanos(System.nanoTime() - began)));
        }
    }
}
