package stampede.refund;

/**
 * Takes the next step of a refund: tells Alipay, or asks what became of it. A promise to look, not a decision: what counts is
 * the refund's row.
 *
 * @param requestNo which
 */
record PayRefund(String requestNo) {}
