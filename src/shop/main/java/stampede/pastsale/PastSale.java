package stampede.pastsale;

import java.time.Instant;
import stampede.catalog.OfferId;

/**
 * A sale on its way to the tables of past sales.
 *
 * @param changedAt since when it is in this state
 * @param before what there was of it as it began to be moved
 * @param reason why it is not moved, or what is broken; empty otherwise
 */
public record PastSale(OfferId offer, PastSaleState state, Instant changedAt, Rows before, String reason) {

    /** How many rows a sale has. */
    public record Rows(long orders, long steps, long movements) {

        static final Rows NONE = new Rows(0, 0, 0);

        /** Whether nothing is missing of what there was then; an order that was brought back has more steps now. */
        boolean haveAll(Rows before) {
            return orders == before.orders && steps >= before.steps && movements >= before.movements;
        }
    }
}
