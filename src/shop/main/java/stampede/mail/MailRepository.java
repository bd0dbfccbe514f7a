package stampede.mail;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import stampede.account.AccountId;

/** The table {@code shopper_mail}: what is needed to write to an account. */
@Repository
class MailRepository {

    private final JdbcClient sql;

    MailRepository(JdbcClient sql) {
        this.sql = sql;
    }

    Optional<Row> find(AccountId account) {
        return sql.sql("select language, address, wanted, wanted_nonce, wanted_until_ms from shopper_mail"
                        + " where account_id = :account")
                .param("account", account.value())
                .query(MailRepository::row)
                .optional();
    }

    void setLanguage(AccountId account, String language) {
        sql.sql("""
                insert into shopper_mail (account_id, language) values (:account, :language)
                on duplicate key update language = :language
                """)
                .param("account", account.value())
                .param("language", language)
                .update();
    }

    /** Keeps an address that waits to be confirmed, in place of one that waited before. */
    void want(AccountId account, String language, String address, String nonce, long untilMs) {
        sql.sql("""
                insert into shopper_mail (account_id, language, wanted, wanted_nonce, wanted_until_ms)
                values (:account, :language, :address, :nonce, :until)
                on duplicate key update language = :language, wanted = :address, wanted_nonce = :nonce, wanted_until_ms = :until
                """)
                .param("account", account.value())
                .param("language", language)
                .param("address", address)
                .param("nonce", nonce)
                .param("until", untilMs)
                .update();
    }

    /** The address that waits is the account's from now on; false if somebody was quicker, or another one waits. */
    boolean confirm(AccountId account, String nonce, long nowMs) {
        return sql.sql("""
                        update shopper_mail set address = wanted, confirmed_ms = :now,
                               wanted = null, wanted_nonce = null, wanted_until_ms = null
                         where account_id = :account and wanted_nonce = :nonce and wanted_until_ms > :now
                        """)
                        .param("account", account.value())
                        .param("nonce", nonce)
                        .param("now", nowMs)
                        .update()
                == 1;
    }

    /** Forgets the addresses; the language stays. */
    boolean remove(AccountId account) {
        return sql.sql("""
                        update shopper_mail set address = null, confirmed_ms = null,
                               wanted = null, wanted_nonce = null, wanted_until_ms = null
                         where account_id = :account and (address is not null or wanted is not null)
                        """).param("account", account.value()).update() == 1;
    }

    void delete(AccountId account) {
        sql.sql("delete from shopper_mail where account_id = :account")
                .param("account", account.value())
                .update();
    }

    /** Forgets addresses whose link is too old; answers how many. */
    int forgetBefore(long nowMs, int most) {
        return sql.sql("""
                update shopper_mail set wanted = null, wanted_nonce = null, wanted_until_ms = null
                 where wanted_until_ms < :now limit :most
                """).param("now", nowMs).param("most", most).update();
    }

    private static Row row(ResultSet row, int number) throws SQLException {
        var nonce = row.getString("wanted_nonce");
        var until = row.getLong("wanted_until_ms");
        return new Row(
                row.getString("language"),
                Optional.ofNullable(row.getString("address")),
                Optional.ofNullable(row.getString("wanted")).map(wanted -> new Wanted(wanted, nonce, until)));
    }

    /** One account's row. */
    record Row(String language, Optional<String> address, Optional<Wanted> wanted) {}

    /** An address that waits to be confirmed, and what its link is made of. */
    record Wanted(String address, String nonce, long untilMs) {}
}
