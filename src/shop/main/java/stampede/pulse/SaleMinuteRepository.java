package stampede.pulse;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import stampede.pulse.PulseLine.OfferMinute;
import stampede.replica.FromReplica;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** The table of minutes. */
@Component
class SaleMinuteRepository {

    private static final TypeReference<Map<String, long[]>> ARRAYS = new TypeReference<>() {};

    private final JdbcClient sql;
    private final JdbcClient replica;
    private final JsonMapper json;

    SaleMinuteRepository(JdbcClient sql, @FromReplica JdbcClient replica, JsonMapper json) {
        this.sql = sql;
        this.replica = replica;
        this.json = json;
    }

    Optional<Row> find(OfferMinute minute) {
        return sql.sql("select * from sale_minute where offer_id = :offer and minute_s = :minute")
                .param("offer", minute.offer())
                .param("minute", minute.minuteS())
                .query(this::row)
                .optional();
    }

    void put(OfferMinute minute, boolean complete, Map<String, long[]> arrays) {
        sql.sql("""
                insert into sale_minute (offer_id, minute_s, counts, complete) values (:offer, :minute, :counts, :complete)
                   on duplicate key update counts = :counts, complete = :complete
                """)
                .param("offer", minute.offer())
                .param("minute", minute.minuteS())
                .param("counts", json.writeValueAsString(arrays))
                .param("complete", complete ? 1 : 0)
                .update();
    }

    /** Those of an offer that began in this time, the earliest first. */
    List<Row> of(long offer, long fromS, long untilS, int most) {
        return replica.sql("""
                select * from sale_minute where offer_id = :offer and minute_s >= :from and minute_s < :until
                 order by minute_s limit :most
                """)
                .param("offer", offer)
                .param("from", fromS)
                .param("until", untilS)
                .param("most", most)
                .query(this::row)
                .list();
    }

    /** Some of those that began before and have their seconds still. */
    List<Row> bySecond(long beforeS, int most) {
        return sql.sql(
                        "select * from sale_minute where by_second = 1 and minute_s < :before order by minute_s limit :most")
                .param("before", beforeS)
                .param("most", most)
                .query(this::row)
                .list();
    }

    void putSums(OfferMinute minute, Map<String, long[]> sums) {
        sql.sql("update sale_minute set counts = :counts, by_second = 0 where offer_id = :offer and minute_s = :minute")
                .param("offer", minute.offer())
                .param("minute", minute.minuteS())
                .param("counts", json.writeValueAsString(sums))
                .update();
    }

    /** Deletes some of those that began before and have sums only; answers how many those were. */
    int delete(long beforeS, int most) {
        return sql.sql("delete from sale_minute where by_second = 0 and minute_s < :before limit :most")
                .param("before", beforeS)
                .param("most", most)
                .update();
    }

    private Row row(ResultSet row, int number) throws SQLException {
        return new Row(
                new OfferMinute(row.getLong("offer_id"), row.getLong("minute_s")),
                row.getBoolean("complete"),
                arrays(row.getString("counts")));
    }

    /** Statistics that somebody spoiled stop nobody: there are none then. */
    private Map<String, long[]> arrays(String counts) {
        try {
            return json.readValue(counts, ARRAYS);
        } catch (JacksonException spoiled) {
            return Map.of();
        }
    }

    record Row(OfferMinute minute, boolean complete, Map<String, long[]> arrays) {}
}
