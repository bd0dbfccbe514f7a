package stampede.security;

import java.util.List;
import org.springframework.security.authentication.AbstractAuthenticationToken;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.core.authority.SimpleGrantedAuthority;
import stampede.account.SignedIn;
import stampede.token.SignIn;
import stampede.token.SignInId;

/** What Spring Security holds while somebody's request is served: the account, its role and its duties as authorities. */
final class AccountAuthentication extends AbstractAuthenticationToken {

    private final transient SignIn signIn;

    private final boolean isApiToken;

    AccountAuthentication(SignIn signIn) {
        this(signIn, false);
    }

    private AccountAuthentication(SignIn signIn, boolean isApiToken) {
        super(authorities(signIn.account()));
        this.signIn = signIn;
        this.isApiToken = isApiToken;
        setAuthenticated(true);
    }

    private static List<GrantedAuthority> authorities(SignedIn account) {
        var authorities = AuthorityUtils.createAuthorityList("ROLE_" + account.role());
        account.duties().forEach(duty -> authorities.add(new SimpleGrantedAuthority("ROLE_" + duty)));
        return authorities;
    }

    /** Another system, in the name of an account. */
    static AccountAuthentication ofApiToken(SignIn signIn) {
        return new AccountAuthentication(signIn, true);
    }

    /** Whether it is another system, which may use what is for operators and sellers only. */
    boolean isApiToken() {
        return isApiToken;
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
