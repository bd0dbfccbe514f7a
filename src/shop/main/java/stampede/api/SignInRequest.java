package stampede.api;

import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

/**
 * Who wants to sign in.
 *
 * @param code of the authenticator app, or a recovery code; only for accounts with a second factor
 */
record SignInRequest(
        @NotNull String username,
        @NotNull String password,
        @Nullable @Size(max = 64) String code) {

    /** Without the password. */
    @Override
    public String toString() {
        return "SignInRequest[username=" + username + "]";
    }
}
