package stampede.signin;

import org.springframework.security.core.AuthenticationException;

/** The database does not say whether an operator's or a seller's sign-in is still good, and without its word they are not let in. */
public class AccountStateUnknown extends AuthenticationException {

    public AccountStateUnknown() {
        super("The database does not answer");
    }

    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}
