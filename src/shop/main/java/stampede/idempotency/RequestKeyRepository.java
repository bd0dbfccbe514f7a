package stampede.idempotency;

import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import stampede.account.AccountId;

/** The table of requests' keys. */
@Repository
class RequestKeyRepository {

    private final JdbcClient sql;

    RequestKeyRepository(JdbcClient sql) {
        this.sql = sql;
    }

    /**
     * Takes a key, in the transaction that makes something.
     *
     * @throws org.springframework.dao.DuplicateKeyException if it is taken
     */
    void add(AccountId account, String key, String body, long atMs) {
        sql.sql("""
                insert into request_key (account_id, request_key, body_sha256, made_id, at_ms)
                values (:account, :key, :body, 0, :at)
                """)
                .param("account", account.value())
                .param("key", key)
                .param("body", body)
                .param("at", atMs)
                .update();
    }

    /** Says what it made, in the same transaction. */
    void say(AccountId account, String key, long made) {
        sql.sql("update request_key set made_id = :made where account_id = :account and request_key = :key")
                .param("made", made)
                .param("account", account.value())
                .param("key", key)
                .update();
    }

    Optional<Made> find(AccountId account, String key) {
        return sql.sql("""
                select body_sha256, made_id from request_key where account_id = :account and request_key = :key
                """)
                .param("account", account.value())
                .param("key", key)
                .query((row, number) -> new Made(row.getString("body_sha256"), row.getLong("made_id")))
                .optional();
    }

    /** Forgets some of those that are older; answers how many. */
    int deleteBefore(long atMs, int most) {
        return sql.sql("delete from request_key where at_ms < :at order by at_ms limit " + most)
                .param("at", atMs)
                .update();
    }

    /** What a request with a key made. */
    record Made(String body, long id) {}
}
