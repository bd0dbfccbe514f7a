package stampede.draft;

/** Where an offer stands for those who run it; by this lists are filtered. Its messages are {@code offers.standing.NAME}. */
public enum OfferStanding {
    DRAFT,
    PENDING,
    UPCOMING,
    OPEN,
    ENDED,
    WITHDRAWN;

    /** Whether it is not published yet. */
    boolean isDraft() {
        return this == DRAFT || this == PENDING;
    }
}
