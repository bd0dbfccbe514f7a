package stampede.settlement;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import stampede.catalog.OfferId;

/** The tables of settlements. Rows are written once, in the transaction that closes out a sale. */
@Component
class SettlementRepository {

    private static final int PAGE = 2_000;

    private final JdbcClient sql;
    private final JdbcTemplate jdbc;

    SettlementRepository(JdbcClient sql, JdbcTemplate jdbc) {
        this.sql = sql;
        this.jdbc = jdbc;
    }

    void add(Settlement settlement) {
        sql.sql("""
                insert into settlement (offer_id, settled_ms, total, available, line_count, head)
                values (:offer, :at, :total, :available, :lines, :head)
                """)
                .param("offer", settlement.offer().value())
                .param("at", settlement.at().toEpochMilli())
                .param("total", settlement.total())
                .param("available", settlement.available())
                .param("lines", settlement.lines())
                .param("head", settlement.headBytes())
                .update();
    }

    void addLines(OfferId offer, List<Line> lines) {
        jdbc.batchUpdate(
                "insert into settlement_line (offer_id, number, movement_id, link) values (?, ?, ?, ?)",
                lines.stream()
                        .map(line -> new Object[] {offer.value(), line.number(), line.movement(), line.link()})
                        .toList());
    }

    Optional<Settlement> find(OfferId offer) {
        return sql.sql("select * from settlement where offer_id = :offer")
                .param("offer", offer.value())
                .query(SettlementRepository::settlement)
                .optional();
    }

    /** A page of lines after this number, in their order. */
    List<Line> lines(OfferId offer, int after) {
        return sql.sql("""
                select number, movement_id, link from settlement_line where offer_id = :offer and number > :after
                 order by number limit :most
                """)
                .param("offer", offer.value())
                .param("after", after)
                .param("most", PAGE)
                .query((row, number) ->
                        new Line(row.getInt("number"), row.getLong("movement_id"), row.getBytes("link")))
                .list();
    }

    static Settlement settlement(ResultSet row, int number) throws SQLException {
        return Settlement.of(
                new OfferId(row.getLong("offer_id")),
                Instant.ofEpochMilli(row.getLong("settled_ms")),
                row.getInt("total"),
                row.getInt("available"),
                row.getInt("line_count"),
                row.getBytes("head"));
    }

    /** A link of the chain. */
    @SuppressWarnings("ArrayRecordComponent")
    record Line(int number, long movement, byte[] link) {}
}
