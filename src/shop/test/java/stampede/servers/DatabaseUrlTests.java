package stampede.servers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class DatabaseUrlTests {

    @Test
    void addsTheShopsParameters() {
        assertThat(complete("jdbc:mysql://h/s"))
                .startsWith("jdbc:mysql://h/s?rewriteBatchedStatements=true&")
                .contains("&connectionTimeZone=UTC");
    }

    @Test
    void leavesThoseThatAreGiven() {
        assertThat(complete("jdbc:mysql://h/s?sslMode=VERIFY_IDENTITY&ConnectTimeout=700"))
                .startsWith("jdbc:mysql://h/s?sslMode=VERIFY_IDENTITY&ConnectTimeout=700&")
                .contains("rewriteBatchedStatements=true")
                .doesNotContain("connectTimeout=");
    }

    @Test
    void limitsHowLongAnAnswerMayTakeButForMigrations() {
        assertThat(complete("jdbc:mysql://h/s"))
                .contains("&socketTimeout=60000")
                .contains("&tcpKeepAlive=true");
        assertThat(new DatabaseUrl("jdbc:mysql://h/s").withoutTimeLimit(Map.of()))
                .contains("&socketTimeout=0")
                .doesNotContain("60000");
    }

    @Test
    void addsThemOnce() {
        assertThat(complete(complete("jdbc:mysql://h/s?"))).isEqualTo(complete("jdbc:mysql://h/s"));
    }

    @Test
    void keepsPasswordsAndParametersToItself() {
        assertThat(new DatabaseUrl("jdbc:mysql://me:secret@h:3306/s?password=secret"))
                .hasToString("jdbc:mysql://h:3306/s");
    }

    private static String complete(String url) {
        return new DatabaseUrl(url).withDefaults(Map.of());
    }
}
