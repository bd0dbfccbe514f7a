package stampede.replica;

import org.springframework.jdbc.core.simple.JdbcClient;

/** Asks the replica within {@link Replica#read}, and otherwise the primary, in its transaction if there is one. */
final class ReplicaJdbcClient implements JdbcClient {

    private final ReplicaDatabase replica;
    private final JdbcClient primary;

    ReplicaJdbcClient(ReplicaDatabase replica, JdbcClient primary) {
        this.replica = replica;
        this.primary = primary;
    }

    @Override
    public StatementSpec sql(String statement) {
        return (replica.isReading() ? replica.sql() : primary).sql(statement);
    }
}
