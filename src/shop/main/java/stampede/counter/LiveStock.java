package stampede.counter;

import java.util.Collection;
import java.util.Map;
import stampede.catalog.OfferId;

/**
 * What is left, as this node heard a moment ago: read from Redis for all offers that were recently asked for in one trip
 * every few hundred milliseconds, and answered from memory. For pages, and for who must say "sold out" without asking Redis.
 */
public interface LiveStock {

    /** The stock of the offer; {@link StockView.Gate#COLD} while it is unknown. */
    StockView of(OfferId offer);

    /** The stock of each of these offers. */
    Map<OfferId, StockView> of(Collection<OfferId> offers);
}
