package stampede.imports;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import stampede.account.AccountId;
import stampede.account.Scope;

/** The table of files. */
@Repository
class ImportRepository {

    private final JdbcClient sql;

    ImportRepository(JdbcClient sql) {
        this.sql = sql;
    }

    void add(ImportBatch batch) {
        var source = batch.source();
        sql.sql("""
                insert into import_batch
                  (id, kind, account_id, username, seller_id, file_name, sha256, charset, ignored, state, made_ms)
                values (:id, :kind, :account, :username, :seller, :file, :sha256, :charset, :ignored, :state, :made)
                """)
                .param("id", batch.id())
                .param("kind", batch.kind())
                .param("account", batch.account().value())
                .param("username", batch.username())
                .param("seller", batch.seller().map(AccountId::value).orElse(null))
                .param("file", source.fileName())
                .param("sha256", source.sha256())
                .param("charset", source.charset())
                .param("ignored", String.join("\n", source.ignored()))
                .param("state", batch.state().name())
                .param("made", batch.madeAt().toEpochMilli())
                .update();
    }

    Optional<ImportBatch> find(long id) {
        return sql.sql("select * from import_batch where id = :id")
                .param("id", id)
                .query(ImportRepository::batch)
                .optional();
    }

    /** The same; nobody else moves it before the caller's transaction ends. */
    @Transactional(propagation = Propagation.MANDATORY)
    public Optional<ImportBatch> lock(long id) {
        return sql.sql("select * from import_batch where id = :id for update")
                .param("id", id)
                .query(ImportRepository::batch)
                .optional();
    }

    /** The newest of those that somebody may see, from a number downwards. */
    List<ImportBatch> newest(Scope scope, long below, int most) {
        var seller = scope.only().map(AccountId::value).orElse(null);
        return sql.sql("select * from import_batch where id < :below"
                        + (seller == null ? "" : " and seller_id = :seller")
                        + " order by id desc limit :most")
                .param("below", below)
                .param("seller", seller)
                .param("most", most)
                .query(ImportRepository::batch)
                .list();
    }

    int countOf(AccountId account, Instant since) {
        return sql.sql("select count(*) from import_batch where account_id = :account and made_ms > :since")
                .param("account", account.value())
                .param("since", since.toEpochMilli())
                .query(Integer.class)
                .single();
    }

    void begin(long id, boolean allOrNone) {
        sql.sql("update import_batch set state = 'APPLYING', all_or_none = :all where id = :id")
                .param("id", id)
                .param("all", allOrNone)
                .update();
    }

    void beginTakingBack(long id, String reason) {
        sql.sql("update import_batch set state = 'TAKING_BACK', reason = :reason where id = :id")
                .param("id", id)
                .param("reason", reason)
                .update();
    }

    void end(long id, ImportBatch.State state, Instant now) {
        sql.sql("update import_batch set state = :state, ended_ms = :now where id = :id")
                .param("id", id)
                .param("state", state.name())
                .param("now", now.toEpochMilli())
                .update();
    }

    /** Files that were read before that, some of them; none that is being applied or taken back. */
    List<Long> old(Instant before, int most) {
        return sql.sql(
                        "select id from import_batch where made_ms < :before and state not in ('APPLYING', 'TAKING_BACK')"
                                + " limit :most")
                .param("before", before.toEpochMilli())
                .param("most", most)
                .query(Long.class)
                .list();
    }

    void delete(long id) {
        sql.sql("delete from import_batch where id = :id").param("id", id).update();
    }

    private static ImportBatch batch(ResultSet row, int number) throws SQLException {
        var ignored = row.getString("ignored");
        var seller = row.getLong("seller_id");
        var bySeller = !row.wasNull();
        var ended = row.getLong("ended_ms");
        var hasEnded = !row.wasNull();
        return new ImportBatch(
                row.getLong("id"),
                row.getString("kind"),
                new AccountId(row.getLong("account_id")),
                row.getString("username"),
                bySeller ? Optional.of(new AccountId(seller)) : Optional.empty(),
                new ImportBatch.Source(
                        row.getString("file_name"),
                        row.getString("sha256"),
                        row.getString("charset"),
                        ignored.isEmpty() ? List.of() : List.of(ignored.split("\n"))),
                ImportBatch.State.valueOf(row.getString("state")),
                row.getBoolean("all_or_none"),
                Instant.ofEpochMilli(row.getLong("made_ms")),
                hasEnded ? Optional.of(Instant.ofEpochMilli(ended)) : Optional.empty(),
                row.getString("reason"));
    }
}
