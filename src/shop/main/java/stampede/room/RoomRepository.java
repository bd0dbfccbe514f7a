package stampede.room;

import com.google.common.hash.HashCode;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BiFunction;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import stampede.catalog.OfferId;

/** Rooms in the database. */
@Repository
class RoomRepository implements RoomRecords {

    private static final int MOST_OPEN = 200;
    private static final int MOST_OF_OFFER = 20;

    private final JdbcClient sql;

    RoomRepository(JdbcClient sql) {
        this.sql = sql;
    }

    void add(RoomRow row, Instant closesAt) {
        sql.sql("""
                        insert into room (id, offer_id, seed, opens_ms, closes_ms, early, under_pressure)
                        values (:id, :offer, :seed, :opens, :closes, :early, :underPressure)
                        """)
                .param("id", row.id().value())
                .param("offer", row.offer().value())
                .param("seed", row.seed().asBytes())
                .param("opens", row.opensAt().toEpochMilli())
                .param("closes", closesAt.toEpochMilli())
                .param("early", row.early().isPresent() ? row.early().getAsInt() : null)
                .param("underPressure", row.isUnderPressure())
                .update();
    }

    /**
     * Closes one that opened by itself; another one can open afterwards.
     *
     * @return whether it was this call that did
     */
    boolean close(RoomId room, Instant now) {
        return sql.sql("""
                        update room set closes_ms = :now, is_open = null
                         where id = :id and under_pressure and is_open is not null
                        """)
                        .param("now", now.toEpochMilli())
                        .param("id", room.value())
                        .update()
                == 1;
    }

    /** What was chosen for an offer; empty if nothing was. */
    Optional<RoomPolicy> policyOf(OfferId offer) {
        return sql.sql("select policy from room_policy where offer_id = :offer")
                .param("offer", offer.value())
                .query((row, number) -> RoomPolicy.valueOf(row.getString("policy")))
                .optional();
    }

    void choose(OfferId offer, RoomPolicy policy) {
        sql.sql("""
                        insert into room_policy (offer_id, policy) values (:offer, :policy)
                        on duplicate key update policy = :policy
                        """)
                .param("offer", offer.value())
                .param("policy", policy.name())
                .update();
    }

    /** The one of an offer that is not closed, be its sale over or not. */
    Optional<RoomRow> of(OfferId offer) {
        return sql.sql("select * from room where offer_id = :offer and is_open is not null")
                .param("offer", offer.value())
                .query((row, number) -> row(row))
                .optional();
    }

    /** The last ones of an offer, closed or not, each with when it closes; the oldest first. */
    <T> List<T> withEnds(OfferId offer, BiFunction<RoomRow, Instant, T> reader) {
        return sql.sql("""
                        select * from (select * from room where offer_id = :offer order by id desc limit :most) lately
                         order by id
                        """)
                .param("offer", offer.value())
                .param("most", MOST_OF_OFFER)
                .query((row, number) -> reader.apply(row(row), Instant.ofEpochMilli(row.getLong("closes_ms"))))
                .list();
    }

    /** Those of sales that are not over, the next first. */
    List<RoomRow> open(Instant now) {
        return sql.sql("select * from room where closes_ms > :now order by opens_ms, id limit :most")
                .param("now", now.toEpochMilli())
                .param("most", MOST_OPEN)
                .query((row, number) -> row(row))
                .list();
    }

    @Override
    public RoomRow find(RoomId room) {
        return sql.sql("select * from room where id = :id")
                .param("id", room.value())
                .query((row, number) -> row(row))
                .single();
    }

    @Override
    public int recordDraw(RoomId room, int early) {
        sql.sql("update room set early = :early where id = :id and early is null")
                .param("early", early)
                .param("id", room.value())
                .update();
        return find(room).early().orElseThrow();
    }

    @Override
    public void checkpoint(RoomId room, long epoch, int next, int turn) {
        sql.sql("""
                        update room set growth = greatest(:next - next_number, 0), next_number = :next, turn = :turn
                         where id = :id and epoch = :epoch
                        """)
                .param("next", next)
                .param("turn", turn)
                .param("id", room.value())
                .param("epoch", epoch)
                .update();
    }

    @Override
    public boolean beginEpoch(RoomId room, long after) {
        return sql.sql("update room set epoch = epoch + 1 where id = :id and epoch = :after")
                        .param("id", room.value())
                        .param("after", after)
                        .update()
                == 1;
    }

    private static RoomRow row(ResultSet row) throws SQLException {
        var early = row.getInt("early");
        var isDrawn = !row.wasNull();
        return new RoomRow(
                new RoomId(row.getLong("id")),
                new OfferId(row.getLong("offer_id")),
                HashCode.fromBytes(row.getBytes("seed")),
                Instant.ofEpochMilli(row.getLong("opens_ms")),
                row.getLong("epoch"),
                isDrawn ? OptionalInt.of(early) : OptionalInt.empty(),
                row.getInt("next_number"),
                row.getInt("growth"),
                row.getInt("turn"),
                row.getBoolean("under_pressure"));
    }
}
