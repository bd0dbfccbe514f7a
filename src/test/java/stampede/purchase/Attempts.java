package stampede.purchase;

import stampede.account.SignedIn;

/** Attempts without a limiter, for shops that are made up. */
public final class Attempts {

    private Attempts() {}

    public static Attempt of(SignedIn account) {
        return new Attempt(account);
    }
}
