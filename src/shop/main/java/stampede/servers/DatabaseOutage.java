package stampede.servers;

import java.sql.SQLException;
import java.util.stream.Stream;
import org.hibernate.TransactionException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.dao.TransientDataAccessResourceException;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.TransactionSystemException;
import stampede.support.DatabaseProbe;

/**
 * Tells what the database's being away brings about from other failures. Spring has no class of its own for a server that takes no
 * writes, nor for one that is shut down in the middle of a statement, so causes are looked at.
 */
public final class DatabaseOutage {

    private static final int MOST_CAUSES = 20;

    private DatabaseOutage() {}

    /** Whether something failed because the database is away, or takes no writes as while another one takes its place. */
    public static boolean isBehind(Throwable failure) {
        return DatabaseProbe.isReadOnly(failure)
                || Stream.<Throwable>iterate(failure, cause -> cause != null, Throwable::getCause)
                        .limit(MOST_CAUSES)
                        .anyMatch(DatabaseOutage::isOutage);
    }

    /**
     * The pool closes a connection that broke or leads to a read-only server: then Hibernate cannot roll back, and says that in the place of
     * why it had to.
     */
    private static boolean isOutage(Throwable cause) {
        return cause instanceof DataAccessResourceFailureException
                || cause instanceof TransientDataAccessResourceException
                || cause instanceof RecoverableDataAccessException
                || cause instanceof CannotCreateTransactionException
                || cause instanceof TransactionSystemException
                || cause instanceof TransactionException
                || (cause instanceof SQLException said && isBroken(said));
    }

    /** Connections that broke are of class 08, those that a server ends when it is shut down of class 70. */
    private static boolean isBroken(SQLException said) {
        var state = String.valueOf(said.getSQLState());
        return state.startsWith("08") || state.startsWith("70");
    }
}
