package stampede.signin;

import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Service;
import stampede.account.AccountProperties;
import stampede.account.AccountRefusal;
import stampede.account.AccountRefused;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.audit.SecurityEvent;
import stampede.audit.SecurityEvents;
import stampede.token.AccessTokenIssuer;
import stampede.token.RefreshToken;
import stampede.token.SignIn;
import stampede.token.TokenPair;

/**
 * Sign-ins to the JSON API. Each is one row that knows only its newest refresh token, so that trading a token is one guarded
 * update, and an old one that turns up again, stolen or not, ends the whole sign-in.
 */
@Service
public class ApiSignIns {

    private final SignInRepository repository;
    private final SignIns signIns;
    private final AccessTokenIssuer issuer;
    private final AccountProperties account;
    private final SignInProperties properties;
    private final Clock clock;
    private final SecurityEvents events;

    ApiSignIns(
            SignInRepository repository,
            SignIns signIns,
            AccessTokenIssuer issuer,
            AccountProperties account,
            SignInProperties properties,
            Clock clock,
            SecurityEvents events) {
        this.repository = repository;
        this.signIns = signIns;
        this.issuer = issuer;
        this.account = account;
        this.properties = properties;
        this.clock = clock;
        this.events = events;
    }

    /** Begins a sign-in of somebody whose password was checked. Of too many, the one used longest ago ends. */
    public TokenPair begin(SignedIn account) {
        var token = RefreshToken.first();
        repository.addApi(token, account.id(), clock.instant(), expiry());
        signIns.boundApi(account.id());
        return pair(signIns.begin(account, token.signIn(), false), token);
    }

    /**
     * Trades a refresh token for a new pair. It works once; trying again revokes what it led to.
     *
     * @throws AccountRefused if the token is unknown, expired, revoked or used
     */
    public TokenPair refresh(String refreshToken) {
        var used = RefreshToken.parse(refreshToken).orElseThrow(ApiSignIns::badToken);
        var next = used.next();
        if (!repository.rotateApi(used, next, clock.instant(), expiry())) {
            endIfThere(used, SecurityEvent.REFRESH_TOKEN_REUSED);
            throw badToken();
        }
        var signIn = repository.apiSignIn(next).orElseThrow(ApiSignIns::badToken);
        if (isTooOld(signIn)) {
            signIns.end(List.of(signIn.id()));
            throw badToken();
        }
        return pair(signIn, next);
    }

    /** Ends the sign-in that the token belongs to. Does nothing if there is none. */
    public void end(String refreshToken) {
        RefreshToken.parse(refreshToken).ifPresent(token -> endIfThere(token, SecurityEvent.SIGN_OUT));
    }

    /** A guess at a sign-in that does not exist costs one query, and is no event. */
    private void endIfThere(RefreshToken token, SecurityEvent why) {
        repository.apiSignIn(token).map(SignIn::account).ifPresent(account -> {
            signIns.end(List.of(token.signIn()));
            events.write(why, account.username(), Map.of("account", account.id(), "role", account.role()));
        });
    }

    /** Staff has to show its password again once in a while; a shopper's app stays signed in as long as it is used. */
    private boolean isTooOld(SignIn signIn) {
        return signIn.account().role() != Role.SHOPPER
                && signIn.since().plus(properties.staffLifetime()).isBefore(clock.instant());
    }

    private TokenPair pair(SignIn signIn, RefreshToken token) {
        return new TokenPair(issuer.issue(signIn), token.text(), issuer.lifetime());
    }

    private Instant expiry() {
        return clock.instant().plus(account.refreshTokenLifetime());
    }

    private static AccountRefused badToken() {
        return new AccountRefused(AccountRefusal.BAD_REFRESH_TOKEN);
    }
}
