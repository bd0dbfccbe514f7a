package stampede.listing;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import stampede.replica.NoReplica;

/** Makes readers of lists for tests that run without the shop's beans. */
public final class ListRepositories {

    private ListRepositories() {}

    public static ListRepository on(JdbcTemplate jdbc) {
        return new ListRepository(JdbcClient.create(jdbc));
    }

    /** Those of pages, where there is no replica. */
    public static ReplicaListRepository ofPages(JdbcTemplate jdbc) {
        return new ReplicaListRepository(JdbcClient.create(jdbc), NoReplica.replica());
    }
}
