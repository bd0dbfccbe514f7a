package stampede.room;

import com.google.common.hash.HashCode;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
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

    /** How many rooms every node looks at; more than may be open, should some be opened at the same moment. */
    private static final int MOST_LOOKED_AT = 2 * RoomOpening.MOST_OPEN;

    private static final int MOST_OF_OFFER = 20;

    private final JdbcClient sql;

    RoomRepository(JdbcClient sql) {
        this.sql = sql;
    }

    void add(RoomRow row, Instant closesAt) {
        sql.sql("""
                        insert into room (id, offer_id, seed, commitment, opens_ms, closes_ms, early, under_pressure)
                        values (:id, :offer, :seed, :commitment, :opens, :closes, :early, :underPressure)
                        """)
                .param("id", row.id().value())
                .param("offer", row.offer().value())
                .param("seed", row.seed().asBytes())
                .param("commitment", row.commitment().asBytes())
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

    /** Those of sales that are not over, the next first; behind them those that closed lately with their sale. */
    List<RoomRow> open(Instant now, Duration lately) {
        return sql.sql("""
                        select * from room where closes_ms > :since and is_open is not null
                         order by closes_ms > :now desc, opens_ms, id limit :most
                        """)
                .param("since", now.minus(lately).toEpochMilli())
                .param("now", now.toEpochMilli())
                .param("most", MOST_LOOKED_AT)
                .query((row, number) -> row(row))
                .list();
    }

    /** How many there are of sales that are not over. */
    int countOpen(Instant now) {
        return sql.sql("select count(*) from room where closes_ms > :now")
                .param("now", now.toEpochMilli())
                .query(Integer.class)
                .single();
    }

    /**
     * How many units of an offer may still come back, or be had: no order has them, or one that is not paid. In one look, so that none moves
     * from the one to the other meanwhile.
     */
    int unpaidUnits(OfferId offer) {
        return sql.sql("""
                        select available + coalesce(
                                 (select sum(units) from orders
                                   where status in ('AWAITING_PAYMENT', 'CLOSING') and orders.offer_id = :offer), 0)
                          from stock_balance where stock_balance.offer_id = :offer
                        """).param("offer", offer.value()).query(Integer.class).single();
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
        var seed = HashCode.fromBytes(row.getBytes("seed"));
        var commitment = row.getBytes("commitment");
        return new RoomRow(
                new RoomId(row.getLong("id")),
                new OfferId(row.getLong("offer_id")),
                seed,
                commitment == null ? RoomDraw.commitment(seed) : HashCode.fromBytes(commitment),
                Instant.ofEpochMilli(row.getLong("opens_ms")),
                row.getLong("epoch"),
                isDrawn ? OptionalInt.of(early) : OptionalInt.empty(),
                row.getInt("next_number"),
                row.getInt("growth"),
                row.getInt("turn"),
                row.getBoolean("under_pressure"));
    }
}
