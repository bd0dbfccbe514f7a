package stampede.signin;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;
import stampede.account.AccountId;
import stampede.account.Duty;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.token.RefreshToken;
import stampede.token.SignIn;
import stampede.token.SignInId;

/** Which sign-ins there are and which were ended. Pages and API keep a table each; what was ended is in one. */
@Repository
class SignInRepository {

    private static final String STATE = "account.id, account.username, account.role, account.duties,"
            + " account.locked_ms is not null as locked, account.sign_in_generation";

    private final JdbcClient jdbc;

    SignInRepository(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** The account's state, or nothing if it is gone. */
    Optional<AccountState> state(AccountId account) {
        return jdbc.sql("select " + STATE + " from account where id = :account")
                .param("account", account.value())
                .query((row, number) -> stateIn(row))
                .optional();
    }

    /** Who is behind the sign-in now, or nothing if it has ended. */
    Optional<SignedIn> current(SignIn signIn) {
        return jdbc.sql("select " + STATE + " from account where id = :account"
                        + " and not exists (select 1 from ended_sign_in where ended_sign_in.id = :id)")
                .param("account", signIn.account().id().value())
                .param("id", signIn.id())
                .query((row, number) -> stateIn(row))
                .optional()
                .filter(state -> state.letsIn(signIn))
                .map(AccountState::account);
    }

    /** Accounts whose row changed, whoever changed it. New accounts are none. */
    List<AccountState> changedWithin(Duration time, int most) {
        return jdbc.sql("select " + STATE
                        + " from account where changed_at > current_timestamp(3) - interval :seconds second"
                        + " order by changed_at desc limit :most")
                .param("seconds", time.toSeconds())
                .param("most", most)
                .query((row, number) -> stateIn(row))
                .list();
    }

    List<String> endedWithin(Duration time, int most) {
        return jdbc.sql("select id from ended_sign_in where ended_at > current_timestamp(3) - interval :seconds second"
                        + " order by ended_at desc limit :most")
                .param("seconds", time.toSeconds())
                .param("most", most)
                .query(String.class)
                .list();
    }

    /** Sign-ins to the API whose account's row is gone, if they got an access token within this time. */
    List<String> withoutAccount(Duration time, Duration apiLifetime, int most) {
        return jdbc.sql("select id from api_sign_in where account_id is null"
                        + " and expires_ms > unix_timestamp(current_timestamp(3)) * 1000 + :left limit :most")
                .param("left", apiLifetime.minus(time).toMillis())
                .param("most", most)
                .query(String.class)
                .list();
    }

    /** Nothing about the account changes, so no node is to look at it again. */
    void noteSignIn(AccountId account, Instant now) {
        jdbc.sql("update account set last_sign_in_ms = :now, changed_at = changed_at where id = :account")
                .param("now", now.toEpochMilli())
                .param("account", account.value())
                .update();
    }

    void addPage(SignIn signIn, Instant expires) {
        jdbc.sql("""
                        insert into page_sign_in (id, account_id, begun_ms, used_ms, expires_ms)
                        values (:id, :account, :begun, :begun, :expires)
                        """)
                .param("id", signIn.id())
                .param("account", signIn.account().id().value())
                .param("begun", signIn.since().toEpochMilli())
                .param("expires", expires.toEpochMilli())
                .update();
    }

    void usePage(String id, Instant now, Instant expires) {
        jdbc.sql("update page_sign_in set used_ms = :now, expires_ms = :expires where id = :id")
                .param("now", now.toEpochMilli())
                .param("expires", expires.toEpochMilli())
                .param("id", id)
                .update();
    }

    void addApi(RefreshToken token, AccountId account, Instant begun, Instant expires) {
        jdbc.sql("""
                        insert into api_sign_in (id, account_id, token_hash, expires_ms, begun_ms)
                        values (:id, :account, :hash, :expires, :begun)
                        """)
                .param("id", token.signIn())
                .param("account", account.value())
                .param("hash", token.hash())
                .param("expires", expires.toEpochMilli())
                .param("begun", begun.toEpochMilli())
                .update();
    }

    /** Puts the next token in the place of the one used; false if that is not the newest, or has expired. */
    boolean rotateApi(RefreshToken used, RefreshToken next, Instant now, Instant expires) {
        return jdbc.sql("""
                                update api_sign_in set token_hash = :next, expires_ms = :expires
                                 where id = :id and token_hash = :used and expires_ms > :now
                                """)
                        .param("next", next.hash())
                        .param("expires", expires.toEpochMilli())
                        .param("id", used.signIn())
                        .param("used", used.hash())
                        .param("now", now.toEpochMilli())
                        .update()
                == 1;
    }

    /** The sign-in the token belongs to. Read anew, so that a change of role is felt at the next trade. */
    Optional<SignIn> apiSignIn(RefreshToken token) {
        return jdbc.sql("""
                        select account.id, username, role, duties, sign_in_generation, begun_ms
                          from api_sign_in join account on account.id = api_sign_in.account_id
                         where api_sign_in.id = :id and locked_ms is null
                        """)
                .param("id", token.signIn())
                .query((row, number) -> new SignIn(
                        accountIn(row),
                        token.signIn(),
                        row.getInt("sign_in_generation"),
                        Instant.ofEpochMilli(row.getLong("begun_ms"))))
                .optional();
    }

    /** Ids of all the account's sign-ins but one. */
    List<String> others(AccountId account, SignInId kept) {
        return jdbc.sql("""
                        select id from page_sign_in where account_id = :account and id <> :kept
                        union all
                        select id from api_sign_in where account_id = :account and id <> :kept
                        """)
                .param("account", account.value())
                .param("kept", kept.value())
                .query(String.class)
                .list();
    }

    /** Ids of the account's sign-ins to the pages beyond so many, those used last kept. */
    List<String> pagesBeyond(AccountId account, int most) {
        return beyond("page_sign_in", "used_ms", account, most);
    }

    /** The same of the API. */
    List<String> apiBeyond(AccountId account, int most) {
        return beyond("api_sign_in", "expires_ms", account, most);
    }

    private List<String> beyond(String table, String used, AccountId account, int most) {
        return jdbc.sql("select id from " + table + " where account_id = :account order by " + used
                        + " desc, id limit 1000 offset :most")
                .param("account", account.value())
                .param("most", most)
                .query(String.class)
                .list();
    }

    /** Those that are good now, the one used last first. */
    List<OpenSignIn> open(AccountId account, Instant now, Duration apiLifetime) {
        return jdbc.sql("""
                        select 'PAGES' as kind, id, begun_ms, used_ms from page_sign_in
                         where account_id = :account and expires_ms > :now
                        union all
                        select 'API' as kind, id, begun_ms, expires_ms - :lifetime as used_ms from api_sign_in
                         where account_id = :account and expires_ms > :now
                        order by used_ms desc, id limit 200
                        """)
                .param("account", account.value())
                .param("now", now.toEpochMilli())
                .param("lifetime", apiLifetime.toMillis())
                .query((row, number) -> openIn(row))
                .list();
    }

    /** Ends a sign-in if it is the account's; answers whether it was. */
    @Transactional
    public boolean end(AccountId account, String id) {
        var there = jdbc.sql("delete from page_sign_in where id = :id and account_id = :account")
                        .param("id", id)
                        .param("account", account.value())
                        .update()
                + jdbc.sql("delete from api_sign_in where id = :id and account_id = :account")
                        .param("id", id)
                        .param("account", account.value())
                        .update();
        if (there > 0) {
            rememberEnded(id);
        }
        return there > 0;
    }

    /** Ends sign-ins, whosever they are and whether they have a row or not. */
    @Transactional
    public void end(Collection<String> ids) {
        for (var id : ids) {
            jdbc.sql("delete from page_sign_in where id = :id").param("id", id).update();
            jdbc.sql("delete from api_sign_in where id = :id").param("id", id).update();
            rememberEnded(id);
        }
    }

    /** Ends all sign-ins of an account; answers its state afterwards, or nothing if it is gone. */
    @Transactional
    public Optional<AccountState> endAll(AccountId account) {
        jdbc.sql("update account set sign_in_generation = sign_in_generation + 1 where id = :account")
                .param("account", account.value())
                .update();
        return withoutSignIns(account);
    }

    /** Locks or opens an account, and ends its sign-ins; answers its state afterwards, or nothing if it is gone. */
    @Transactional
    public Optional<AccountState> lock(AccountId account, boolean locked) {
        jdbc.sql("""
                        update account set sign_in_generation = sign_in_generation + 1,
                               locked_ms = if(:locked, cast(unix_timestamp(current_timestamp(3)) * 1000 as signed), null)
                         where id = :account
                        """).param("locked", locked).param("account", account.value()).update();
        return withoutSignIns(account);
    }

    /** Deletes what nobody can use any more. */
    void forget(Instant now, Duration tokensLastFor) {
        jdbc.sql("delete from page_sign_in where expires_ms < :now limit 10000")
                .param("now", now.toEpochMilli())
                .update();
        jdbc.sql("delete from api_sign_in where expires_ms < :now limit 10000")
                .param("now", now.toEpochMilli())
                .update();
        jdbc.sql(
                        "delete from ended_sign_in where ended_at < current_timestamp(3) - interval :seconds second limit 10000")
                .param("seconds", tokensLastFor.toSeconds())
                .update();
    }

    private Optional<AccountState> withoutSignIns(AccountId account) {
        jdbc.sql("delete from page_sign_in where account_id = :account")
                .param("account", account.value())
                .update();
        jdbc.sql("delete from api_sign_in where account_id = :account")
                .param("account", account.value())
                .update();
        return state(account);
    }

    private void rememberEnded(String id) {
        jdbc.sql("insert into ended_sign_in (id) values (:id) on duplicate key update id = id")
                .param("id", id)
                .update();
    }

    private static AccountState stateIn(ResultSet row) throws SQLException {
        return new AccountState(accountIn(row), row.getBoolean("locked"), row.getInt("sign_in_generation"));
    }

    private static SignedIn accountIn(ResultSet row) throws SQLException {
        return new SignedIn(
                new AccountId(row.getLong("id")),
                row.getString("username"),
                Role.valueOf(row.getString("role")),
                Duty.read(row.getString("duties")));
    }

    private static OpenSignIn openIn(ResultSet row) throws SQLException {
        var begun = row.getLong("begun_ms");
        return new OpenSignIn(
                new SignInId(row.getString("id")),
                OpenSignIn.Kind.valueOf(row.getString("kind")),
                begun == 0 ? Optional.empty() : Optional.of(Instant.ofEpochMilli(begun)),
                Instant.ofEpochMilli(row.getLong("used_ms")));
    }
}
