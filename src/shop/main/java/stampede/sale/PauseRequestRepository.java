package stampede.sale;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import stampede.account.AccountId;
import stampede.catalog.OfferId;

/** The last request of each offer. Whoever changes one holds the offer's balance, so two never answer the same one. */
@Repository
public class PauseRequestRepository {

    private static final String SELECT = """
            select pause_request.*, product.name from pause_request
              join offer on offer.id = pause_request.offer_id
              join product on product.id = offer.product_id
            """;

    /** A request about a sale that is over is nobody's work any more. */
    private static final String WAITING = """
              join stock_balance on stock_balance.offer_id = pause_request.offer_id
             where pause_request.state = 'ASKED' and stock_balance.closes_ms > :now and stock_balance.paused = 0
            """;

    private final JdbcClient sql;

    public PauseRequestRepository(JdbcClient sql) {
        this.sql = sql;
    }

    Optional<PauseRequest> find(OfferId offer) {
        return sql.sql(SELECT + " where pause_request.offer_id = :offer")
                .param("offer", offer.value())
                .query((row, number) -> request(row))
                .optional();
    }

    /** Those that wait for an answer and still matter, the oldest first. */
    List<PauseRequest> waiting(Instant now, int most) {
        return sql.sql(SELECT + WAITING + " order by asked_ms, pause_request.offer_id limit :most")
                .param("now", now.toEpochMilli())
                .param("most", most)
                .query((row, number) -> request(row))
                .list();
    }

    /** How many those are. */
    long countWaiting(Instant now) {
        return sql.sql("select count(*) from pause_request " + WAITING)
                .param("now", now.toEpochMilli())
                .query(Long.class)
                .single();
    }

    void ask(OfferId offer, String who, String words, Instant now) {
        sql.sql("""
                insert into pause_request (offer_id, state, words, asked_by, asked_ms) values (:offer, 'ASKED', :words, :who, :now)
                    on duplicate key update state = 'ASKED', words = :words, asked_by = :who, asked_ms = :now, answer = '',
                       answered_ms = null
                """)
                .param("offer", offer.value())
                .param("words", words)
                .param("who", who)
                .param("now", now.toEpochMilli())
                .update();
    }

    /** Answers whether one was waiting. */
    boolean answer(OfferId offer, PauseRequest.State state, String answer, Instant now) {
        return sql.sql("""
                update pause_request set state = :state, answer = :answer, answered_ms = :now
                 where offer_id = :offer and state = 'ASKED'
                """)
                        .param("offer", offer.value())
                        .param("state", state.name())
                        .param("answer", answer)
                        .param("now", now.toEpochMilli())
                        .update()
                == 1;
    }

    /** Whose goods an offer sells; empty if there is no such offer, or it is a coupon. */
    Optional<AccountId> seller(OfferId offer) {
        return sql.sql("""
                        select product.seller_id from offer join product on product.id = offer.product_id
                         where offer.id = :offer and offer.kind = 'GOODS'
                        """)
                .param("offer", offer.value())
                .query((row, number) -> new AccountId(row.getLong("seller_id")))
                .optional();
    }

    private static PauseRequest request(ResultSet row) throws SQLException {
        var answered = row.getLong("answered_ms");
        return new PauseRequest(
                new OfferId(row.getLong("offer_id")),
                Objects.requireNonNull(row.getString("name")),
                PauseRequest.State.valueOf(row.getString("state")),
                Objects.requireNonNull(row.getString("words")),
                Objects.requireNonNull(row.getString("asked_by")),
                Instant.ofEpochMilli(row.getLong("asked_ms")),
                Objects.requireNonNull(row.getString("answer")),
                answered == 0 ? Optional.empty() : Optional.of(Instant.ofEpochMilli(answered)));
    }
}
