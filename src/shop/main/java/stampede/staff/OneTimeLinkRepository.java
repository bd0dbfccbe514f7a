package stampede.staff;

import java.time.Instant;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import stampede.account.AccountId;

/** The hashes of links that have not been used; what was used has no row. */
@Repository
class OneTimeLinkRepository {

    private final JdbcClient jdbc;

    OneTimeLinkRepository(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    void replace(AccountId account, String hash, Instant now, Instant expires) {
        deleteOf(account);
        jdbc.sql("""
                        insert into one_time_link (token_hash, account_id, made_ms, expires_ms)
                        values (:hash, :account, :now, :expires)
                        """)
                .param("hash", hash)
                .param("account", account.value())
                .param("now", now.toEpochMilli())
                .param("expires", expires.toEpochMilli())
                .update();
    }

    Optional<AccountId> find(String hash, Instant now) {
        return jdbc.sql("select account_id from one_time_link where token_hash = :hash and expires_ms > :now")
                .param("hash", hash)
                .param("now", now.toEpochMilli())
                .query((row, number) -> new AccountId(row.getLong("account_id")))
                .optional();
    }

    /** Takes it; false if somebody was quicker, or it is too old. */
    boolean end(String hash, Instant now) {
        return jdbc.sql("delete from one_time_link where token_hash = :hash and expires_ms > :now")
                        .param("hash", hash)
                        .param("now", now.toEpochMilli())
                        .update()
                == 1;
    }

    void deleteOf(AccountId account) {
        jdbc.sql("delete from one_time_link where account_id = :account")
                .param("account", account.value())
                .update();
    }

    void forget(Instant now) {
        jdbc.sql("delete from one_time_link where expires_ms < :now limit 10000")
                .param("now", now.toEpochMilli())
                .update();
    }
}
