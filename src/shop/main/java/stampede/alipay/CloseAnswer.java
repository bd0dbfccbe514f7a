package stampede.alipay;

/** What Alipay says to {@code alipay.trade.close}. */
public enum CloseAnswer {
    /** Nobody can pay it any more. */
    CLOSED,
    /** No buyer has opened it yet ({@code ACQ.TRADE_NOT_EXIST}). */
    NOT_EXIST,
    /** It was paid or closed before ({@code ACQ.TRADE_STATUS_ERROR}, {@code ACQ.TRADE_HAS_SUCCESS} and the like): ask which. */
    NOT_WAITING,
    /** No answer, or none that can be trusted. */
    UNKNOWN
}
