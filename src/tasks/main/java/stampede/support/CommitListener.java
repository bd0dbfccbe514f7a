package stampede.support;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.core.Ordered;
import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Remembers, until a transaction's callbacks have run, that it has committed. Spring does not tell those that ask meanwhile. */
class CommitListener implements TransactionExecutionListener, SmartInitializingSingleton {

    private final ObjectProvider<ConfigurableTransactionManager> managers;

    CommitListener(ObjectProvider<ConfigurableTransactionManager> managers) {
        this.managers = managers;
    }

    /** Spring Boot tells the managers that it makes of itself, and no others. */
    @Override
    public void afterSingletonsInstantiated() {
        managers.stream()
                .filter(manager -> !manager.getTransactionExecutionListeners().contains(this))
                .forEach(manager -> manager.addListener(this));
    }

    @Override
    public void beforeCommit(TransactionExecution transaction) {
        if (TransactionSynchronizationManager.isSynchronizationActive()) {
            TransactionSynchronizationManager.registerSynchronization(new Mark());
        }
    }

    /** Whether the current transaction has committed, and its callbacks are running. */
    static boolean hasCommitted() {
        return TransactionSynchronizationManager.hasResource(Mark.class);
    }

    /** Is called before all other callbacks; a transaction that is begun in one of those suspends it. */
    private static final class Mark implements TransactionSynchronization {

        private boolean committed;

        @Override
        public int getOrder() {
            return Ordered.HIGHEST_PRECEDENCE;
        }

        @Override
        public void afterCommit() {
            committed = true;
            resume();
        }

        @Override
        public void suspend() {
            TransactionSynchronizationManager.unbindResourceIfPossible(Mark.class);
        }

        @Override
        public void resume() {
            if (committed) {
                TransactionSynchronizationManager.bindResource(Mark.class, this);
            }
        }

        @Override
        public void afterCompletion(int status) {
            suspend();
        }
    }
}
