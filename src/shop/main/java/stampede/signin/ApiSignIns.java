package stampede.signin;

import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import stampede.account.AccountId;
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

    private final JdbcClient jdbc;
    private final SignIns signIns;
    private final AccessTokenIssuer accessTokenIssuer;
    private final AccountProperties account;
    private final SignInProperties properties;
    private final Clock clock;
    private final SecurityEvents events;

    ApiSignIns(
            JdbcClient jdbc,
            SignIns signIns,
            AccessTokenIssuer accessTokenIssuer,
            AccountProperties account,
            SignInProperties properties,
            Clock clock,
            SecurityEvents events) {
        this.jdbc = jdbc;
        this.signIns = signIns;
        this.accessTokenIssuer = accessTokenIssuer;
        this.account = account;
        this.properties = properties;
        this.clock = clock;
        this.events = events;
    }

    /** Begins a sign-in of somebody whose password was checked. Of too many, the one used longest ago ends. */
    public TokenPair begin(SignedIn account) {
        var token = RefreshToken.first();
        jdbc.sql("""
                        insert into api_sign_in (id, account_id, token_hash, expires_ms, begun_ms)
                        values (:id, :account, :hash, :expires, :begun)
                        """)
                .param("id", token.signIn())
                .param("account", account.id().value())
                .param("hash", token.hash())
                .param("expires", expiry())
                .param("begun", clock.millis())
                .update();
        signIns.boundApi(account.id());
        return pair(signIns.begin(account, token.signIn()), token);
    }

    /**
     * Trades a refresh token for a new pair. It works once; trying again revokes what it led to.
     *
     * @throws AccountRefused if the token is unknown, expired, revoked or used
     */
    public TokenPair refresh(String refreshToken) {
        var used = RefreshToken.parse(refreshToken).orElseThrow(ApiSignIns::badToken);
        var next = used.next();
        if (!rotate(used, next)) {
            endIfThere(used, SecurityEvent.REFRESH_TOKEN_REUSED);
            throw badToken();
        }
        var signIn = signInOf(next).orElseThrow(ApiSignIns::badToken);
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

    private boolean rotate(RefreshToken used, RefreshToken next) {
        return jdbc.sql("""
                                update api_sign_in set token_hash = :next, expires_ms = :expires
                                 where id = :id and token_hash = :used and expires_ms > :now
                                """)
                        .param("next", next.hash())
                        .param("expires", expiry())
                        .param("id", used.signIn())
                        .param("used", used.hash())
                        .param("now", clock.millis())
                        .update()
                == 1;
    }

    /** A guess at a sign-in that does not exist costs one query, and is no event. */
    private void endIfThere(RefreshToken token, SecurityEvent why) {
        signInOf(token).map(SignIn::account).ifPresent(account -> {
            signIns.end(List.of(token.signIn()));
            events.write(why, account.username(), Map.of("account", account.id(), "role", account.role()));
        });
    }

    /** Read anew, so that a change of role is felt at the next trade. */
    private Optional<SignIn> signInOf(RefreshToken token) {
        return jdbc.sql("""
                        select account.id, username, role, sign_in_generation, begun_ms
                          from api_sign_in join account on account.id = api_sign_in.account_id
                         where api_sign_in.id = :id and locked_ms is null
                        """)
                .param("id", token.signIn())
                .query((row, number) -> new SignIn(
                        new SignedIn(
                                new AccountId(row.getLong("id")),
                                row.getString("username"),
                                Role.valueOf(row.getString("role"))),
                        token.signIn(),
                        row.getInt("sign_in_generation"),
                        Instant.ofEpochMilli(row.getLong("begun_ms"))))
                .optional();
    }

    /** Staff has to show its password again once in a while; a shopper's app stays signed in as long as it is used. */
    private boolean isTooOld(SignIn signIn) {
        return signIn.account().role() != Role.SHOPPER
                && signIn.since().plus(properties.staffLifetime()).isBefore(clock.instant());
    }

    private TokenPair pair(SignIn signIn, RefreshToken token) {
        return new TokenPair(accessTokenIssuer.issue(signIn), token.text(), accessTokenIssuer.lifetime());
    }

    private long expiry() {
        return clock.instant().plus(account.refreshTokenLifetime()).toEpochMilli();
    }

    private static AccountRefused badToken() {
        return new AccountRefused(AccountRefusal.BAD_REFRESH_TOKEN);
    }
}
