package stampede.stock;

/** What the ledger says to an order that wants the units of its reservation. */
public enum TakeAnswer {
    TAKEN,
    SOLD_OUT,
    LIMIT_REACHED
}
