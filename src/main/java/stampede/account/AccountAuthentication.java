package stampede.account;

import org.springframework.security.authentication.AbstractAuthenticationToken;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.oauth2.jwt.Jwt;

/** What Spring Security holds while somebody's request is served: the account, and its role as the one authority. */
final class AccountAuthentication extends AbstractAuthenticationToken {

    private static final long serialVersionUID = 1L;

    private final transient SignedIn account;

    AccountAuthentication(SignedIn account) {
        super(AuthorityUtils.createAuthorityList("ROLE_" + account.role()));
        this.account = account;
        setAuthenticated(true);
    }

    static AccountAuthentication of(Jwt token) {
        return new AccountAuthentication(SignedTokens.accountIn(token));
    }

    @Override
    public SignedIn getPrincipal() {
        return account;
    }

    @Override
    public String getName() {
        return account.username();
    }

    /** The token was checked and is not kept. */
    @Override
    public Object getCredentials() {
        return "";
    }
}
