package stampede.task.attempt;

import java.util.List;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.task.Outcomes;

/** One call of a batch's handler. */
interface BatchCall {

    Outcomes call(List<ReceivedTask> batch) throws Exception;

    /** The same in a transaction, which is rolled back if it throws. */
    static BatchCall committing(BatchCall call, TransactionTemplate transaction) {
        return batch -> inTransaction(call, transaction, batch, false);
    }

    /** The same in a transaction that is rolled back in any case. */
    static BatchCall trying(BatchCall call, TransactionTemplate transaction) {
        return batch -> inTransaction(call, transaction, batch, true);
    }

    private static Outcomes inTransaction(
            BatchCall call, TransactionTemplate transaction, List<ReceivedTask> batch, boolean trial) throws Exception {
        try {
            return transaction.execute(status -> {
                if (trial) {
                    status.setRollbackOnly();
                }
                try {
                    return call.call(batch);
                } catch (RuntimeException failure) {
                    throw failure;
                } catch (Exception failure) {
                    throw new Checked(failure);
                }
            });
        } catch (Checked checked) {
            throw checked.exception();
        }
    }

    /** Carries what a transaction template lets nobody throw. */
    final class Checked extends RuntimeException {

        private final transient Exception exception;

        private Checked(Exception exception) {
            super(exception);
            this.exception = exception;
        }

        Exception exception() {
            return exception;
        }
    }
}
