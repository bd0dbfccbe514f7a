package stampede.purchase;

import stampede.account.SignedIn;

/** A press of the buy button that the limiter has let through; only {@link Purchases#admit} gives it. It is good for one purchase. */
public final class AdmittedAttempt {

    private final SignedIn account;

    AdmittedAttempt(SignedIn account) {
        this.account = account;
    }

    /** Who pressed it. */
    public SignedIn account() {
        return account;
    }
}
