package stampede.account;

import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Service;
import stampede.support.SecurityEvent;
import stampede.support.SecurityEvents;

/**
 * Sign-ins to the JSON API. Each is one row that knows only its newest refresh token, so that trading a token is one guarded
 * update, and an old one that turns up again, stolen or not, ends the whole sign-in.
 */
@Service
public class ApiSignIns {

    private final JdbcClient jdbc;
    private final AccountRepository accounts;
    private final AccessTokens accessTokens;
    private final Duration lifetime;
    private final Clock clock;
    private final SecurityEvents events;

    ApiSignIns(
            JdbcClient jdbc,
            AccountRepository accounts,
            AccessTokens accessTokens,
            AccountProperties properties,
            Clock clock,
            SecurityEvents events) {
        this.jdbc = jdbc;
        this.accounts = accounts;
        this.accessTokens = accessTokens;
        this.lifetime = properties.refreshTokenLifetime();
        this.clock = clock;
        this.events = events;
    }

    /** Begins a sign-in of somebody whose password was checked. */
    public TokenPair begin(SignedIn account) {
        var token = RefreshToken.first();
        jdbc.sql("""
                        insert into api_sign_in (id, account_id, token_hash, expires_ms)
                        values (:id, :account, :hash, :expires)
                        """)
                .param("id", token.signIn())
                .param("account", account.id().value())
                .param("hash", token.hash())
                .param("expires", expiry())
                .update();
        return pair(account, token);
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
        return pair(accountOf(next).orElseThrow(ApiSignIns::badToken), next);
    }

    /** Ends the sign-in that the token belongs to. Does nothing if there is none. */
    public void end(String refreshToken) {
        RefreshToken.parse(refreshToken).ifPresent(token -> endIfThere(token, SecurityEvent.SIGN_OUT));
    }

    /** Ends all sign-ins of an account. */
    public void endAll(AccountId account) {
        jdbc.sql("delete from api_sign_in where account_id = :account")
                .param("account", account.value())
                .update();
        events.write(SecurityEvent.SIGN_OUT_EVERYWHERE, Map.of("account", account));
    }

    @Scheduled(fixedDelay = 1, timeUnit = TimeUnit.HOURS)
    void forgetExpired() {
        jdbc.sql("delete from api_sign_in where expires_ms < :now limit 10000")
                .param("now", clock.millis())
                .update();
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

    /** Who guesses at sign-ins that are none costs one look, and is no event. */
    private void endIfThere(RefreshToken token, SecurityEvent why) {
        accountOf(token).ifPresent(account -> {
            end(token);
            events.write(why, account.username(), Map.of("account", account.id(), "role", account.role()));
        });
    }

    private void end(RefreshToken token) {
        jdbc.sql("delete from api_sign_in where id = :id")
                .param("id", token.signIn())
                .update();
    }

    /** Read anew, so that a change of role is felt at the next trade. */
    private Optional<SignedIn> accountOf(RefreshToken token) {
        return jdbc.sql("select account_id from api_sign_in where id = :id")
                .param("id", token.signIn())
                .query(Long.class)
                .optional()
                .flatMap(accounts::findById)
                .map(Account::signedIn);
    }

    private TokenPair pair(SignedIn account, RefreshToken token) {
        return new TokenPair(accessTokens.issue(account), token.text(), accessTokens.lifetime());
    }

    private long expiry() {
        return clock.instant().plus(lifetime).toEpochMilli();
    }

    private static AccountRefused badToken() {
        return new AccountRefused(AccountRefusal.BAD_REFRESH_TOKEN);
    }
}
