package stampede.signin;

import stampede.account.SignedIn;
import stampede.token.SignIn;

/**
 * What decides whether an account's sign-ins are good.
 *
 * @param account who it is now
 * @param locked whether nobody may be signed in to it
 * @param generation sign-ins of an earlier one have ended
 */
record AccountState(SignedIn account, boolean locked, int generation) {

    boolean letsIn(SignIn signIn) {
        return !locked && generation == signIn.generation();
    }
}
