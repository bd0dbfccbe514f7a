package stampede.support;

import java.util.Objects;
import java.util.function.Supplier;
import org.springframework.transaction.IllegalTransactionStateException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The transaction that will commit what is written now. Spring calls a transaction active until its last callback has returned, also
 * after the commit; what is written on its connection then is committed by nobody.
 */
public class OpenTransaction {

    private final TransactionTemplate own;

    OpenTransaction(PlatformTransactionManager transactions) {
        this.own = new TransactionTemplate(transactions);
        this.own.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
        this.own.setIsolationLevel(TransactionDefinition.ISOLATION_READ_COMMITTED);
    }

    /** Whether there is one: false in callbacks that run after the commit, such as those of {@code @TransactionalEventListener}. */
    public static boolean isThere() {
        return TransactionSynchronizationManager.isActualTransactionActive()
                && TransactionSynchronizationManager.isSynchronizationActive()
                && !CommitListener.hasCommitted();
    }

    /**
     * Writes in the open transaction, or in one of its own if there is none.
     *
     * @throws IllegalTransactionStateException if the open one is read-only
     */
    public <T> T write(Supplier<T> action) {
        if (!isThere()) {
            return Objects.requireNonNull(own.execute(status -> action.get()));
        }
        if (TransactionSynchronizationManager.isCurrentTransactionReadOnly()) {
            throw new IllegalTransactionStateException(
                    "No task can be sent or called off in a read-only transaction, because nothing is written in it:"
                            + " leave out readOnly, or do it before the transaction or after its commit");
        }
        return action.get();
    }
}
