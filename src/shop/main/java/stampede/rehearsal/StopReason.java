package stampede.rehearsal;

/** Why a rehearsal stopped before its end. The names are part of the JSON API. */
public enum StopReason {
    /** Somebody asked for it. */
    ASKED,
    /** It took longer than it may. */
    TIME,
    /** A sale opens within ten minutes, or has opened. */
    SALE_OPENS,
    /** An urgent alert fires that did not fire before. */
    ALERT,
    /** More than five thousand messages with orders wait at the broker. */
    ORDERS_WAIT,
    /** A shopper was told that the shop is busy. */
    REAL_BUSY,
    /** Shoppers wait for more than 50 ms until their press is decided. */
    REAL_SLOW,
    /** A page that everybody can see was answered by an error of the shop. */
    REAL_FAILED,
    /** The shadow was not on sale in time. */
    NOT_PREPARED,
    /** A server did not answer the rehearsal itself. */
    FAULT,
    /** The process that ran it died. */
    DIED
}
