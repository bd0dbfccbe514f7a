package stampede.support;

import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Does something when the current transaction has committed, and not if it is rolled back; at once if there is none that is open. */
public final class AfterCommit {

    private AfterCommit() {}

    public static void run(Runnable action) {
        if (!OpenTransaction.isThere()) {
            action.run();
            return;
        }
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCommit() {
                action.run();
            }
        });
    }
}
