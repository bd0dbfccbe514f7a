package stampede.signin;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;
import stampede.account.AccountId;

/** The second factors and their recovery codes. What may be used once is used by a guarded statement. */
@Repository
public class SecondFactorRepository {

    private final JdbcClient sql;

    SecondFactorRepository(JdbcClient sql) {
        this.sql = sql;
    }

    Optional<Row> find(AccountId account) {
        return sql.sql(
                        "select secret, confirmed_ms is not null as confirmed from second_factor where account_id = :account")
                .param("account", account.value())
                .query((row, number) -> new Row(row.getString("secret"), row.getBoolean("confirmed")))
                .optional();
    }

    /** Up to 500 rows of accounts after this one, by account. */
    SortedMap<Long, Row> after(long account) {
        var found = new TreeMap<Long, Row>();
        sql.sql("""
                        select account_id, secret, confirmed_ms is not null as confirmed from second_factor
                         where account_id > :account order by account_id limit 500
                        """).param("account", account).query(row -> {
            found.put(row.getLong("account_id"), new Row(row.getString("secret"), row.getBoolean("confirmed")));
        });
        return found;
    }

    /** Keeps a secret that is not confirmed yet. Does nothing if there is one that is. */
    void offer(AccountId account, String secret) {
        sql.sql("""
                        insert into second_factor (account_id, secret) values (:account, :secret)
                        on duplicate key update secret = if(confirmed_ms is null, values(secret), secret)
                        """).param("account", account.value()).param("secret", secret).update();
    }

    /** Keeps the same secret encrypted with another key, unless another secret was offered meanwhile. */
    void replaceSecret(AccountId account, String former, String secret) {
        sql.sql("update second_factor set secret = :secret where account_id = :account and secret = :former")
                .param("secret", secret)
                .param("account", account.value())
                .param("former", former)
                .update();
    }

    /** The secret counts from now on, with these recovery codes. Answers whether it was this that made it count. */
    @Transactional
    public boolean confirm(AccountId account, String secret, long step, long nowMs, List<String> codeHashes) {
        var confirmed = sql.sql("""
                        update second_factor set confirmed_ms = :now, last_step = :step
                         where account_id = :account and secret = :secret and confirmed_ms is null
                        """)
                        .param("now", nowMs)
                        .param("step", step)
                        .param("account", account.value())
                        .param("secret", secret)
                        .update()
                == 1;
        if (confirmed) {
            replaceCodes(account, codeHashes);
        }
        return confirmed;
    }

    @Transactional
    public void replaceCodes(AccountId account, List<String> hashes) {
        deleteCodes(account);
        for (var hash : hashes) {
            sql.sql("insert into recovery_code (account_id, code_hash) values (:account, :hash)")
                    .param("account", account.value())
                    .param("hash", hash)
                    .update();
        }
    }

    /** Takes the code of a step, unless it or a newer one was taken before. */
    boolean useStep(AccountId account, long step) {
        return sql.sql("update second_factor set last_step = :step where account_id = :account and last_step < :step")
                        .param("step", step)
                        .param("account", account.value())
                        .update()
                == 1;
    }

    /** Takes a recovery code, if it is one and was not taken before. */
    boolean useCode(AccountId account, String hash) {
        return sql.sql("delete from recovery_code where account_id = :account and code_hash = :hash")
                        .param("account", account.value())
                        .param("hash", hash)
                        .update()
                == 1;
    }

    int countCodes(AccountId account) {
        return sql.sql("select count(*) from recovery_code where account_id = :account")
                .param("account", account.value())
                .query(Integer.class)
                .single();
    }

    @Transactional
    public void delete(AccountId account) {
        deleteCodes(account);
        sql.sql("delete from second_factor where account_id = :account")
                .param("account", account.value())
                .update();
    }

    private void deleteCodes(AccountId account) {
        sql.sql("delete from recovery_code where account_id = :account")
                .param("account", account.value())
                .update();
    }

    /**
     * A second factor.
     *
     * @param secret encrypted
     * @param confirmed whether a code of it was shown, so that it counts
     */
    record Row(String secret, boolean confirmed) {}
}
