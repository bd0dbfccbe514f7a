package stampede.imports;

import java.util.Optional;
import stampede.account.SignedIn;

/** How rows of a kind are taken back after they were applied. */
public interface TakeBack {

    /** Why a row that was applied stays as it is; empty if it can be taken back now. Nothing is changed. */
    Optional<ImportProblem> obstacle(SignedIn by, ImportRow row);

    /**
     * Takes a row back that has no obstacle, in the caller's transaction.
     *
     * @param by whoever sent the file
     * @param reason 5 to 200 characters, for the audit log
     * @throws stampede.refusal.RefusalException if that cannot be any more; the transaction is then rolled back
     */
    void run(SignedIn by, ImportRow row, String reason);

    /** Of what cannot be taken back whatever became of it. */
    static TakeBack never(ImportProblem why) {
        return new TakeBack() {
            @Override
            public Optional<ImportProblem> obstacle(SignedIn by, ImportRow row) {
                return Optional.of(why);
            }

            @Override
            public void run(SignedIn by, ImportRow row, String reason) {
                throw new IllegalStateException("It is never taken back");
            }
        };
    }
}
