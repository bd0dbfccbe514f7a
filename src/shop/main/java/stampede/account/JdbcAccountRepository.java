package stampede.account;

import com.google.common.collect.Lists;
import com.google.common.hash.Hashing;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Writes many accounts in few statements. */
@Component
public class JdbcAccountRepository {

    private static final int ROWS_PER_STATEMENT = 1_000;

    private final JdbcTemplate jdbc;

    JdbcAccountRepository(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /** Inserts those whose username is new, and answers all as they are in the table, in the order given. */
    List<SignedIn> insertMissing(List<Account> accounts) {
        jdbc.batchUpdate("""
                insert into account (id, username, password_hash, role, created_ms) values (?, ?, ?, ?, ?)
                on duplicate key update id = id
                """, accounts, ROWS_PER_STATEMENT, (row, account) -> {
            row.setLong(1, account.getId());
            row.setString(2, account.username());
            row.setString(3, account.passwordHash());
            row.setString(4, account.role().name());
            row.setLong(5, account.created().toEpochMilli());
        });
        var stored = Lists.partition(accounts, ROWS_PER_STATEMENT).stream()
                .map(this::stored)
                .flatMap(Collection::stream)
                .collect(Collectors.toMap(SignedIn::username, account -> account));
        return accounts.stream().map(account -> stored.get(account.username())).toList();
    }

    /** Keeps another hash of the same password; does nothing if the password was changed meanwhile. */
    public void replaceHash(AccountId account, String former, String hash) {
        jdbc.update(
                "update account set password_hash = ? where id = ? and password_hash = ?",
                hash,
                account.value(),
                former);
    }

    /** Keeps the hash of another password, if the former one is still the account's. */
    public boolean changePassword(AccountId account, String former, String hash) {
        return jdbc.update(
                        "update account set password_hash = ?, password_change_due = false, password_used = false where id = ? and password_hash = ?",
                        hash,
                        account.value(),
                        former)
                == 1;
    }

    /** Gives an operator these duties, and the account for use if nobody has set its password yet. */
    public void giveDuties(AccountId account, Set<Duty> duties) {
        jdbc.update(
                "update account set duties = ?, locked_ms = if(state = 'ACTIVE', locked_ms, null), state = 'ACTIVE' where id = ?",
                Duty.text(duties),
                account.value());
    }

    /** Whether somebody else gave the password. */
    public boolean isPasswordChangeDue(AccountId account) {
        return JdbcClient.create(jdbc)
                .sql("select password_change_due from account where id = :account")
                .param("account", account.value())
                .query(Boolean.class)
                .optional()
                .orElse(false);
    }

    /** Keeps the hash of another password, whatever there was. */
    public void setPassword(AccountId account, String hash) {
        jdbc.update(
                "update account set password_hash = ?, password_change_due = false, password_used = false where id = ?",
                hash,
                account.value());
    }

    /**
     * Takes a password that was given for one sign-in; answers whether it may be signed in with. Passwords that people chose may be at any
     * time.
     */
    public boolean useIfGiven(AccountId account, String hash) {
        return jdbc.update(
                                "update account set password_used = true"
                                        + " where id = ? and password_hash = ? and password_change_due and not password_used",
                                account.value(),
                                hash)
                        == 1
                || !isPasswordChangeDue(account);
    }

    /** Keeps the hash of a password that is good for one sign-in, and is to be changed in it. */
    public void givePassword(AccountId account, String hash) {
        jdbc.update(
                "update account set password_hash = ?, password_change_due = true, password_used = false where id = ?",
                hash,
                account.value());
    }

    /** Takes name and password away for good: what stands there instead is neither. Nobody else gets the name. */
    public void erase(SignedIn account) {
        jdbc.update(
                "insert into former_username (name_hash, deleted_ms) values (?, cast(unix_timestamp(current_timestamp(3)) * 1000 as signed))"
                        + " on duplicate key update name_hash = name_hash",
                digest(account.username()));
        jdbc.update(
                "update account set username = ?, password_hash = '!', state = 'DELETED', shop_name = null, contact = null where id = ?",
                "deleted:" + account.id(),
                account.id().value());
    }

    /** Whether an account of this name was deleted by its owner. */
    boolean isFormer(Username username) {
        return JdbcClient.create(jdbc)
                        .sql("select count(*) from former_username where name_hash = :hash")
                        .param("hash", digest(username.value()))
                        .query(Long.class)
                        .single()
                > 0;
    }

    private static String digest(String username) {
        return Hashing.sha256()
                .hashString("stampede-former-username\n" + username, StandardCharsets.US_ASCII)
                .toString();
    }

    private List<SignedIn> stored(List<Account> accounts) {
        return JdbcClient.create(jdbc)
                .sql("select id, username, role from account where username in (:usernames)")
                .param("usernames", accounts.stream().map(Account::username).toList())
                .query((row, number) -> new SignedIn(
                        new AccountId(row.getLong("id")),
                        row.getString("username"),
                        Role.valueOf(row.getString("role"))))
                .list();
    }
}
