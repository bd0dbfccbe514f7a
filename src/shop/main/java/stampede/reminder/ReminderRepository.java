package stampede.reminder;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import stampede.account.AccountId;
import stampede.catalog.OfferId;
import stampede.catalog.SlotId;

/** The table {@code reminder}. */
@Repository
class ReminderRepository {

    private static final String COLUMNS =
            "select id, account_id, kind, slot_id, offer_id, over_ms, told_ms from reminder";

    private final JdbcClient sql;

    ReminderRepository(JdbcClient sql) {
        this.sql = sql;
    }

    List<Reminder> list(AccountId account, long nowMs) {
        return sql.sql(COLUMNS + " where account_id = :account and over_ms > :now order by over_ms, id")
                .param("account", account.value())
                .param("now", nowMs)
                .query(ReminderRepository::reminder)
                .list();
    }

    List<Reminder> find(List<Long> ids) {
        return sql.sql(COLUMNS + " where id in (:ids) order by id")
                .param("ids", ids)
                .query(ReminderRepository::reminder)
                .list();
    }

    /** The account's that are over leave their places. */
    void deleteOver(AccountId account, long nowMs) {
        sql.sql("delete from reminder where account_id = :account and over_ms <= :now")
                .param("account", account.value())
                .param("now", nowMs)
                .update();
    }

    /** The account's places that are taken; they stay so until the caller's transaction ends. */
    List<Integer> lockPlaces(AccountId account) {
        return sql.sql("select place from reminder where account_id = :account order by place for update")
                .param("account", account.value())
                .query(Integer.class)
                .list();
    }

    void add(Reminder reminder, int place, long nowMs) {
        sql.sql("""
                insert into reminder (id, account_id, place, kind, slot_id, offer_id, over_ms, set_ms)
                values (:id, :account, :place, :kind, :slot, :offer, :over, :now)
                """)
                .param("id", reminder.id().value())
                .param("account", reminder.account().value())
                .param("place", place)
                .param("kind", reminder.kind().name())
                .param("slot", reminder.slot().value())
                .param("offer", reminder.offer().map(OfferId::value).orElse(0L))
                .param("over", reminder.over().toEpochMilli())
                .param("now", nowMs)
                .update();
    }

    /** Whoever has been told wants to be told again. */
    void askAgain(ReminderId reminder) {
        sql.sql("update reminder set told_ms = null where id = :id")
                .param("id", reminder.value())
                .update();
    }

    boolean delete(AccountId account, ReminderId reminder) {
        return sql.sql("delete from reminder where id = :id and account_id = :account")
                        .param("id", reminder.value())
                        .param("account", account.value())
                        .update()
                == 1;
    }

    void delete(AccountId account) {
        sql.sql("delete from reminder where account_id = :account")
                .param("account", account.value())
                .update();
    }

    /** Openings before this time that nobody was told of yet, locked until the caller's transaction ends. What others hold is left out. */
    List<Long> lockOpenings(long nowMs, long beforeMs, int most) {
        return sql.sql("""
                select id from reminder where kind = 'OPENING' and told_ms is null and over_ms > :now and over_ms <= :before
                 order by over_ms, id limit :most for update skip locked
                """)
                .param("now", nowMs)
                .param("before", beforeMs)
                .param("most", most)
                .query(Long.class)
                .list();
    }

    /** The offers that somebody waits for. */
    List<OfferId> findAwaited(long nowMs) {
        return sql.sql("""
                select distinct offer_id from reminder where kind = 'BACK' and told_ms is null and over_ms > :now
                """)
                .param("now", nowMs)
                .query((row, number) -> new OfferId(row.getLong("offer_id")))
                .list();
    }

    /** Those who wait for the offer, the first to ask first, locked until the caller's transaction ends. */
    List<Long> lockWaiting(OfferId offer, long nowMs, int most) {
        return sql.sql("""
                select id from reminder
                 where kind = 'BACK' and told_ms is null and over_ms > :now and offer_id = :offer
                 order by id limit :most for update skip locked
                """)
                .param("offer", offer.value())
                .param("now", nowMs)
                .param("most", most)
                .query(Long.class)
                .list();
    }

    void setTold(List<Long> ids, long nowMs) {
        sql.sql("update reminder set told_ms = :now where id in (:ids) and told_ms is null")
                .param("now", nowMs)
                .param("ids", ids)
                .update();
    }

    /** How many want to be reminded of each offer, where there are at least so many. */
    Map<OfferId, Integer> count(long nowMs, int least) {
        var counts = new HashMap<OfferId, Integer>();
        sql.sql("""
                select offer_id, count(*) wanted from reminder
                 where kind = 'OPENING' and over_ms > :now and offer_id > 0
                 group by offer_id having count(*) >= :least
                """).param("now", nowMs).param("least", least).query(row -> {
            counts.put(new OfferId(row.getLong("offer_id")), row.getInt("wanted"));
        });
        return counts;
    }

    int deleteBefore(long beforeMs, int most) {
        return sql.sql("delete from reminder where over_ms < :before order by over_ms limit :most")
                .param("before", beforeMs)
                .param("most", most)
                .update();
    }

    private static Reminder reminder(ResultSet row, int number) throws SQLException {
        var offer = row.getLong("offer_id");
        var told = row.getObject("told_ms", Long.class);
        return new Reminder(
                new ReminderId(row.getLong("id")),
                new AccountId(row.getLong("account_id")),
                ReminderKind.valueOf(row.getString("kind")),
                new SlotId(row.getLong("slot_id")),
                offer == 0 ? Optional.empty() : Optional.of(new OfferId(offer)),
                Instant.ofEpochMilli(row.getLong("over_ms")),
                Optional.ofNullable(told).map(Instant::ofEpochMilli));
    }
}
