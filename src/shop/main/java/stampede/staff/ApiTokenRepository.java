package stampede.staff;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import stampede.account.AccountId;
import stampede.account.Duty;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.token.RefreshToken;

/** Tokens of other systems; what was ended has no row. */
@Repository
class ApiTokenRepository {

    private static final int MINUTE_MS = 60_000;

    private final JdbcClient jdbc;

    ApiTokenRepository(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    void add(ApiToken token, AccountId account, String hash) {
        jdbc.sql("""
                        insert into api_token (id, account_id, name, token_hash, duties, made_ms, expires_ms)
                        values (:id, :account, :name, :hash, :duties, :made, :expires)
                        """)
                .param("id", token.id())
                .param("account", account.value())
                .param("name", token.name())
                .param("hash", hash)
                .param("duties", Duty.text(token.duties()))
                .param("made", token.made().toEpochMilli())
                .param("expires", token.expires().toEpochMilli())
                .update();
    }

    List<ApiToken> of(AccountId account, Instant now) {
        return jdbc.sql(
                        "select * from api_token where account_id = :account and expires_ms > :now order by made_ms desc")
                .param("account", account.value())
                .param("now", now.toEpochMilli())
                .query((row, number) -> token(row))
                .list();
    }

    /** Who is behind it now, with the duties that both have. */
    Optional<SignedIn> account(RefreshToken token, Instant now) {
        return jdbc.sql("""
                        select account.id, username, role, account.duties, api_token.duties as granted
                          from api_token join account on account.id = api_token.account_id
                         where api_token.id = :id and token_hash = :hash and api_token.expires_ms > :now
                           and locked_ms is null and role <> 'SHOPPER'
                        """)
                .param("id", token.signIn())
                .param("hash", token.hash())
                .param("now", now.toEpochMilli())
                .query((row, number) -> account(row))
                .optional();
    }

    /** At most once a minute, so that a system that asks all the time writes next to nothing. */
    void use(String id, Instant now) {
        jdbc.sql("update api_token set used_ms = :now where id = :id and coalesce(used_ms, 0) < :now - :minute")
                .param("now", now.toEpochMilli())
                .param("minute", MINUTE_MS)
                .param("id", id)
                .update();
    }

    boolean delete(AccountId account, String id) {
        return jdbc.sql("delete from api_token where id = :id and account_id = :account")
                        .param("id", id)
                        .param("account", account.value())
                        .update()
                == 1;
    }

    void deleteOf(AccountId account) {
        jdbc.sql("delete from api_token where account_id = :account")
                .param("account", account.value())
                .update();
    }

    void forget(Instant now) {
        jdbc.sql("delete from api_token where expires_ms < :now limit 10000")
                .param("now", now.toEpochMilli())
                .update();
    }

    private static SignedIn account(ResultSet row) throws SQLException {
        var duties = EnumSet.noneOf(Duty.class);
        duties.addAll(Duty.read(row.getString("duties")));
        duties.retainAll(Duty.read(row.getString("granted")));
        return new SignedIn(
                new AccountId(row.getLong("id")),
                row.getString("username"),
                Role.valueOf(row.getString("role")),
                duties);
    }

    private static ApiToken token(ResultSet row) throws SQLException {
        var used = row.getLong("used_ms");
        return new ApiToken(
                row.getString("id"),
                row.getString("name"),
                Duty.read(row.getString("duties")),
                Instant.ofEpochMilli(row.getLong("made_ms")),
                Instant.ofEpochMilli(row.getLong("expires_ms")),
                used == 0 ? Optional.empty() : Optional.of(Instant.ofEpochMilli(used)));
    }
}
