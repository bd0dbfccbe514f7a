package stampede.stock;

import org.springframework.stereotype.Component;
import stampede.catalog.OfferId;

/** Lets an operator stop the sale of an offer for a while. A rebuild keeps what was chosen. */
@Component
public class StockGate {

    /** From when this returns no units are reserved; what was reserved before becomes orders. */
    public void pause(OfferId offer) {
        throw new UnsupportedOperationException();
    }

    /** Sells again. */
    public void resume(OfferId offer) {
        throw new UnsupportedOperationException();
    }
}
