package stampede.api;

import jakarta.validation.constraints.NotNull;

/** A username and its password, as sent to open an account or to sign in. */
record NewAccountRequest(@NotNull String username, @NotNull String password) {

    /** Without the password. */
    @Override
    public String toString() {
        return "Credentials[username=" + username + "]";
    }
}
