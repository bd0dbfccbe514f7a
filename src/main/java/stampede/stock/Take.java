package stampede.stock;

/** What the ledger says to an order that wants the units of its reservation. */
public enum Take {
    TAKEN,
    SOLD_OUT,
    LIMIT_REACHED
}
