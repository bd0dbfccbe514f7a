package stampede.simulation;

import org.jspecify.annotations.Nullable;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Real transactions. The process ends shortly before or after a commit, and others come in between two, when they are told to. */
public final class MortalTransactions implements PlatformTransactionManager {

    /** When the process ends. */
    enum Death {
        NEVER,
        BEFORE_COMMIT,
        AFTER_COMMIT
    }

    private final PlatformTransactionManager real;
    private Death death = Death.NEVER;
    private int commitsBefore;
    private Runnable other = () -> {};
    private int beginningsBefore;

    MortalTransactions(PlatformTransactionManager real) {
        this.real = real;
    }

    /** The process will end at a commit from now on, after so many others. */
    void dieAt(Death next, int after) {
        death = next;
        commitsBefore = after;
    }

    /** Something else happens before a transaction begins, after so many others. */
    void meanwhile(Runnable work, int after) {
        other = work;
        beginningsBefore = after;
    }

    @Override
    public TransactionStatus getTransaction(@Nullable TransactionDefinition definition) {
        if (!TransactionSynchronizationManager.isActualTransactionActive() && beginningsBefore-- <= 0) {
            var now = other;
            other = () -> {};
            now.run();
        }
        return real.getTransaction(definition);
    }

    @Override
    public void commit(TransactionStatus status) {
        if (!status.isNewTransaction() || commitsBefore-- > 0) {
            real.commit(status);
            return;
        }
        var now = death;
        death = Death.NEVER;
        switch (now) {
            case NEVER -> real.commit(status);
            case BEFORE_COMMIT -> {
                real.rollback(status);
                throw new Died();
            }
            case AFTER_COMMIT -> {
                real.commit(status);
                throw new Died();
            }
        }
    }

    @Override
    public void rollback(TransactionStatus status) {
        real.rollback(status);
    }

    /** The process has ended here, as far as anybody can tell. */
    public static final class Died extends RuntimeException {

        private static final long serialVersionUID = 1L;

        public Died() {
            super("The process ends here, on purpose", null, false, false);
        }
    }
}
