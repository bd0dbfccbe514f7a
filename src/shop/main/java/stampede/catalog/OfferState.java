package stampede.catalog;

/** How far an offer is in its life. What follows from the clock, such as whether it sells now, is not kept. */
public enum OfferState {
    /** Being written; nobody but its seller and operators sees it. */
    DRAFT,
    /** To be approved. */
    PENDING,
    /** In the catalogue and in the ledger. */
    PUBLISHED,
    /** Taken back before it opened, for good. */
    WITHDRAWN
}
