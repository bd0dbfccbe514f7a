package stampede.security;

import org.springframework.security.authentication.AbstractAuthenticationToken;
import org.springframework.security.core.authority.AuthorityUtils;
import stampede.account.SignedIn;
import stampede.token.SignIn;
import stampede.token.SignInId;

/** What Spring Security holds while somebody's request is served: the account, and its role as the one authority. */
final class AccountAuthentication extends AbstractAuthenticationToken {

    private final transient SignIn signIn;

    AccountAuthentication(SignIn signIn) {
        super(AuthorityUtils.createAuthorityList("ROLE_" + signIn.account().role()));
        this.signIn = signIn;
        setAuthenticated(true);
    }

    SignInId signIn() {
        return new SignInId(signIn.id());
    }

    @Override
    public SignedIn getPrincipal() {
        return signIn.account();
    }

    @Override
    public String getName() {
        return signIn.account().username();
    }

    /** The token was checked and is not kept. */
    @Override
    public Object getCredentials() {
        return "";
    }
}
