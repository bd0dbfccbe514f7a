package stampede.order;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import org.springframework.jdbc.core.RowMapper;
import stampede.account.AccountId;
import stampede.catalog.OfferId;
import stampede.stock.Reservation;
import stampede.stock.ReservationId;

/** Reads from an order's row the reservation it was made from. */
class ReservationRowMapper implements RowMapper<Reservation> {

    @Override
    public Reservation mapRow(ResultSet row, int number) throws SQLException {
        return new Reservation(
                new ReservationId(row.getLong("id")),
                new OfferId(row.getLong("offer_id")),
                new AccountId(row.getLong("shopper_id")),
                row.getInt("units"),
                Instant.ofEpochMilli(row.getLong("reserved_at_ms")));
    }
}
