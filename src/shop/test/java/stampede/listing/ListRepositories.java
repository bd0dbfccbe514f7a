package stampede.listing;

import java.util.Objects;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Makes readers of lists for tests that run without the shop's beans. */
public final class ListRepositories {

    private ListRepositories() {}

    public static ListRepository on(JdbcTemplate jdbc) {
        return new ListRepository(JdbcClient.create(jdbc), Objects.requireNonNull(jdbc.getDataSource()));
    }
}
