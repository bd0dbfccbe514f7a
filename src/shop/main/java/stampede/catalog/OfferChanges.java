package stampede.catalog;

import java.time.Instant;
import java.util.Optional;

/**
 * What changes of a published offer in the catalogue once the ledger has decided it: each in the caller's transaction, which holds the
 * offer's balance. Every node shows it within two seconds of the commit. Whether it may be changed is not asked here.
 */
public interface OfferChanges {

    /** How many units there are in all. */
    void changeAllotment(OfferId offer, int units);

    void changeLimit(OfferId offer, int limitPerShopper);

    /** How many units may go to one address, 0 for as many as anybody orders. */
    void changeAddressLimit(OfferId offer, int limitPerAddress);

    /** It ends before its slot does. */
    void end(OfferId offer, Instant end);

    /** It is in no list any more, and found by nobody. */
    void withdraw(OfferId offer);

    /** How far it is in its life, from the database; empty if there never was such an offer. */
    Optional<OfferState> state(OfferId offer);
}
