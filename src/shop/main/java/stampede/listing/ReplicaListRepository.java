package stampede.listing;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import stampede.replica.FromReplica;
import stampede.replica.Replica;

/** Reads lists as {@link ListRepository} does, from the replica where a page may come from there. For lists that nothing is decided by. */
@Repository
public class ReplicaListRepository {

    private final ListRepository lists;
    private final Replica replica;

    ReplicaListRepository(@FromReplica JdbcClient sql, Replica replica) {
        this.lists = new Chunks(sql, replica);
        this.replica = replica;
    }

    /** As {@link ListRepository#page}; rows and their number are of one moment. */
    public <T> ListPage<T> page(ListSql list, ListQuery query, RowMapper<T> mapper) {
        return replica.read(() -> lists.page(list, query, mapper));
    }

    /** As {@link ListRepository#forEach}; each thousand is of a moment of its own, and not all need be of the replica. */
    public <T> boolean forEach(ListSql list, ListQuery query, RowMapper<T> mapper, int most, Consumer<T> row) {
        return lists.forEach(list, query, mapper, most, row);
    }

    /** A thousand is read whole before it is passed on, so it can be read once more from the primary. */
    private static final class Chunks extends ListRepository {

        private final Replica replica;

        Chunks(JdbcClient sql, Replica replica) {
            super(sql);
            this.replica = replica;
        }

        @Override
        <T> List<Keyed<T>> read(
                ListSql list,
                ListSort sort,
                boolean ascending,
                Optional<ListKey> start,
                int most,
                RowMapper<T> mapper) {
            return replica.read(() -> super.read(list, sort, ascending, start, most, mapper));
        }
    }
}
