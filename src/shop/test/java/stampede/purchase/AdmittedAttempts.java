package stampede.purchase;

import stampede.account.SignedIn;

/** Attempts without a limiter, for shops that are made up. */
public final class AdmittedAttempts {

    private AdmittedAttempts() {}

    public static AdmittedAttempt of(SignedIn account) {
        return new AdmittedAttempt(account);
    }
}
