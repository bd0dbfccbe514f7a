package stampede.payment;

/**
 * Takes the next step of a refund: tells Alipay, or asks what became of it. A promise to look, not a decision: what counts is
 * the refund's row.
 *
 * @param requestNo which
 */
record PayBackMoney(String requestNo) {}
