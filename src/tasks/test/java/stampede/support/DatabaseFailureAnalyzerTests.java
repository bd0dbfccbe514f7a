package stampede.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.ServerSocket;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

class DatabaseFailureAnalyzerTests {

    @Test
    void saysWhereThereIsNoDatabase() throws Exception {
        int free;
        try (var socket = new ServerSocket(0)) {
            free = socket.getLocalPort();
        }
        var url = "jdbc:mysql://127.0.0.1:" + free + "/letters";
        var analysis = Objects.requireNonNull(analyzer(url + "?user=lin").analyze(failure(url, "lin", "wrong")));

        assertThat(analysis.getDescription()).isEqualTo("No database answers at " + url + ": Connection refused.");
        assertThat(analysis.getAction()).isEqualTo("Start it, or correct spring.datasource.url.");
    }

    @Test
    void saysThatTheDatabaseDoesNotKnowTheUser() {
        var url = System.getenv().getOrDefault("STAMPEDE_DB_URL", "jdbc:mysql://127.0.0.1:20306/stampede");
        var analysis = Objects.requireNonNull(analyzer(url).analyze(failure(url, "nobody-known", "wrong")));

        assertThat(analysis.getDescription())
                .startsWith("The database at " + url + " does not let us in: Access denied for user 'nobody-known'");
        assertThat(analysis.getAction()).contains("spring.datasource.username");
    }

    @Test
    void leavesOtherFailuresOfTheDatabaseToOthers() {
        assertThat(analyzer("jdbc:mysql://x").analyze(new IllegalStateException(new SQLException("odd", "42S02"))))
                .isNull();
    }

    private static DatabaseFailureAnalyzer analyzer(String url) {
        var environment = new StandardEnvironment();
        environment.getPropertySources().addFirst(new MapPropertySource("ours", Map.of("spring.datasource.url", url)));
        return new DatabaseFailureAnalyzer(environment);
    }

    /** As a start fails: wrapped. */
    private static Throwable failure(String url, String user, String password) {
        try (var connection = DriverManager.getConnection(url, user, password)) {
            throw new AssertionError("There is a way into " + connection);
        } catch (SQLException refused) {
            return new IllegalStateException("The start failed", refused);
        }
    }
}
