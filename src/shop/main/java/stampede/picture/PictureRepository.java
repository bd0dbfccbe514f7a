package stampede.picture;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import stampede.account.AccountId;

/** The table {@code picture}. */
@Component
class PictureRepository {

    private static final String COLUMNS =
            "p.id, p.owner_id, p.state, p.refusal, p.sha256, p.type, p.largest, p.width, p.height";

    private final JdbcClient jdbc;

    PictureRepository(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    void add(Picture picture, PictureShape shape, long nowMs) {
        jdbc.sql("""
                insert into picture (id, owner_id, state, shape, width, height, made_ms, unused_ms)
                values (:id, :owner, :state, :shape, :width, :height, :now, :now)
                """)
                .param("id", picture.id().value())
                .param("owner", picture.owner().value())
                .param("state", picture.state().name())
                .param("shape", shape.name())
                .param("width", picture.width())
                .param("height", picture.height())
                .param("now", nowMs)
                .update();
    }

    Optional<Picture> find(PictureId id) {
        return jdbc.sql("select " + COLUMNS + " from picture p where p.id = :id")
                .param("id", id.value())
                .query((row, number) -> picture(row))
                .optional();
    }

    /** How one is to be drawn that waits for it; empty if it does not. */
    Optional<PictureShape> waiting(PictureId id) {
        return jdbc.sql("select shape from picture where id = :id and state = 'PENDING'")
                .param("id", id.value())
                .query((row, number) -> PictureShape.valueOf(row.getString("shape")))
                .optional();
    }

    /** Pictures may share an address: then their files are the same. */
    Optional<PictureId> find(String sha256) {
        return jdbc.sql("select id from picture where sha256 = :sha256 limit 1")
                .param("sha256", sha256)
                .query((row, number) -> new PictureId(row.getLong("id")))
                .optional();
    }

    /** When the account uploaded its newest pictures, down to the one with this number; newest first. */
    List<Long> uploads(AccountId owner, long sinceMs, int most) {
        return jdbc.sql("""
                select made_ms from picture where owner_id = :owner and made_ms > :since
                 order by made_ms desc limit :most
                """)
                .param("owner", owner.value())
                .param("since", sinceMs)
                .param("most", most)
                .query(Long.class)
                .list();
    }

    /** Answers whether it waited for this. */
    boolean ready(PictureId id, Picture.Drawn drawn, long nowMs) {
        return jdbc.sql("""
                update picture set state = 'READY', sha256 = :sha256, type = :type, largest = :largest, ready_ms = :now
                 where id = :id and state = 'PENDING'
                """)
                        .param("sha256", drawn.sha256())
                        .param("type", drawn.type().name())
                        .param("largest", drawn.largest())
                        .param("now", nowMs)
                        .param("id", id.value())
                        .update()
                == 1;
    }

    void refuse(PictureId id, PictureRefusal reason) {
        jdbc.sql("update picture set state = 'REFUSED', refusal = :reason where id = :id and state = 'PENDING'")
                .param("reason", reason.name())
                .param("id", id.value())
                .update();
    }

    /** Addresses of pictures that were drawn then or later, by time and id, after this one. */
    List<Address> addresses(long readyMs, long afterId, int most) {
        return jdbc.sql("""
                select id, sha256, ready_ms from picture
                 where ready_ms >= :ready and (ready_ms > :ready or id > :after)
                 order by ready_ms, id limit :most
                """)
                .param("ready", readyMs)
                .param("after", afterId)
                .param("most", most)
                .query((row, number) ->
                        new Address(row.getLong("id"), row.getString("sha256"), row.getLong("ready_ms")))
                .list();
    }

    void markUsed(PictureId id) {
        jdbc.sql("update picture set unused_ms = null where id = :id")
                .param("id", id.value())
                .update();
    }

    /** Notes the time of those that no product shows any more. */
    void markUnused(long nowMs) {
        jdbc.sql("""
                update picture p set p.unused_ms = :now
                 where p.unused_ms is null
                   and not exists (select 1 from product_picture u where u.picture_id = p.id)
                """).param("now", nowMs).update();
    }

    /** Those that no product has shown since then, by id, after this one. */
    List<PictureId> unused(long beforeMs, long afterId, int most) {
        return jdbc.sql("""
                select p.id from picture p
                 where p.unused_ms < :before and p.id > :after
                   and not exists (select 1 from product_picture u where u.picture_id = p.id)
                 order by p.id limit :most
                """)
                .param("before", beforeMs)
                .param("after", afterId)
                .param("most", most)
                .query((row, number) -> new PictureId(row.getLong("id")))
                .list();
    }

    /** Its files must be gone; fails if a product shows it. */
    void delete(PictureId id) {
        jdbc.sql("delete from picture where id = :id").param("id", id.value()).update();
    }

    static String columns() {
        return COLUMNS;
    }

    static Picture picture(ResultSet row) throws SQLException {
        return new Picture(
                new PictureId(row.getLong("id")),
                new AccountId(row.getLong("owner_id")),
                Picture.State.valueOf(row.getString("state")),
                Optional.ofNullable(row.getString("refusal")).map(PictureRefusal::valueOf),
                row.getInt("width"),
                row.getInt("height"),
                drawn(row));
    }

    private static Optional<Picture.Drawn> drawn(ResultSet row) throws SQLException {
        var sha256 = row.getString("sha256");
        return sha256 == null
                ? Optional.empty()
                : Optional.of(
                        new Picture.Drawn(sha256, PictureType.valueOf(row.getString("type")), row.getInt("largest")));
    }

    /** Where a picture is, and since when. */
    record Address(long id, String sha256, long readyMs) {}
}
