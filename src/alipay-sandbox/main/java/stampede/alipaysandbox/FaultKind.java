package stampede.alipaysandbox;

/** What can go wrong on demand. The first eight befall notifications, the others the gateway. */
enum FaultKind {
    /** The notification is never sent. */
    DROP,
    /** It is sent later, by {@code waitMs}. */
    DELAY,
    /** It is sent {@code copies} times at once. */
    DUPLICATE,
    /** One that says TRADE_FINISHED goes ahead of the one that says TRADE_SUCCESS. */
    REORDER,
    /** Another comes with it that says the same, its signature broken or a stranger's. */
    FORGE,
    /** Another comes with it, really signed, about one fen more or less. */
    WRONG_AMOUNT,
    /** Another comes with it, really signed, for another app. */
    WRONG_APP,
    /** Another comes with it, really signed, for another seller. */
    WRONG_SELLER,

    /** The gateway does what it is asked, is silent for {@code waitMs}, and cuts the line. */
    ANSWER_LOST,
    /** The gateway does nothing and answers 500. */
    ERROR_500,
    /** The gateway says that it does not know, having done what it was asked or not. */
    SYSTEM_ERROR,
    /** The gateway does nothing and says no, by the sub code {@code code}. */
    REFUSE,
    /** A refund is accepted and not done before it is asked for again, or some time has passed. */
    REFUND_NOT_DONE
}
