package stampede.pastsale;

import java.util.List;
import stampede.catalog.OfferId;

/** Proves a sale that is closed out, wherever its orders lie. */
public interface SaleProof {

    /** What is not as it was when the sale was closed out, at most some of it, each in a few words; empty if all is. */
    List<String> faults(OfferId offer);
}
