package stampede.catalog;

/** What an offer sells. */
public enum OfferKind {
    /** Something that is paid for and sent. */
    GOODS,
    /** Something that costs nothing and is had at once. */
    COUPON
}
