package stampede.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import stampede.testing.Apart;

/** A database that is there and does not answer. */
@Apart
class SilentDatabaseTests {

    @Test
    void isGivenUpAfterTheTimeThatTheAddressSays() {
        try (var line = ServerWaitTests.line(ServerWaitTests.DATABASE);
                var node = ServerClients.start(List.of("--STAMPEDE_DB_URL="
                        + ServerWaitTests.by(line, ServerWaitTests.DATABASE) + "?socketTimeout=3000"))) {
            var jdbc = JdbcClient.create(node.getBean(DataSource.class));
            assertThat(one(jdbc)).isOne();
            line.hold();
            var since = Instant.now();

            assertThatThrownBy(() -> one(jdbc)).isNotNull();

            assertThat(Duration.between(since, Instant.now())).isLessThan(Duration.ofSeconds(15));
            line.mend();
            assertThat(one(jdbc)).isOne();
        }
    }

    private static int one(JdbcClient jdbc) {
        return jdbc.sql("select 1").query(Integer.class).single();
    }
}
