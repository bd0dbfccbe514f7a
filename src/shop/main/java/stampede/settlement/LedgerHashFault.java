package stampede.settlement;

/**
 * Where the ledger is not what it was when the sale was closed out.
 *
 * @param what what happened to it
 * @param movement the row of {@code stock_movement}; 0 if it is the settlement itself
 */
public record LedgerHashFault(What what, long movement) {

    /** What can happen to a row. */
    public enum What {
        CHANGED,
        DELETED,
        INSERTED,
        /** The links do not end in the settlement's head: they were changed, or the settlement was. */
        CHAIN_CHANGED
    }
}
