package stampede.pastsale;

/** How far a sale is on its way to the tables of past sales. */
public enum PastSaleState {
    /** Something of it is still open, and it is looked at again later. Nothing was moved. */
    WAITING,
    /** Its books or its chain do not agree. Nothing was moved. */
    REFUSED,
    /** Some of its orders may lie here and some there. */
    MOVING,
    /** All of them lie in the tables of past sales, and its books and its chain were verified from there. */
    MOVED,
    /** All of them lie there, but they are not what they were before. */
    BROKEN
}
