package stampede.purchase;

import org.jspecify.annotations.Nullable;
import stampede.catalog.OfferId;

/**
 * Hears what became of each press of the buy button, on the thread that decides it and before the shopper has the answer: whoever
 * implements it counts in memory, asks nobody, and throws nothing.
 */
public interface PurchaseTally {

    /** Units were reserved. */
    void countAccepted(OfferId offer);

    /** The same key came again and got the answer it had. */
    void countRepeated(OfferId offer);

    /**
     * It was refused.
     *
     * @param offer what was wanted, which need not exist; null if that was not known yet
     */
    void countRefused(@Nullable OfferId offer, PurchaseRefusal reason);

    /**
     * Deciding took so long, whatever was decided.
     *
     * @param offer what was wanted, which need not exist
     * @param nanos nanoseconds
     */
    void time(OfferId offer, long nanos);
}
