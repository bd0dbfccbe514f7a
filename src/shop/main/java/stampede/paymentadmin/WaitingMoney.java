package stampede.paymentadmin;

/**
 * What waits for an operator.
 *
 * @param asked refunds to decide
 * @param stuck refunds that Alipay refused
 * @param due refunds under way
 * @param mismatched genuine notifications that did not fit, in the last 24 hours
 * @param forged notifications that were not genuine, in the last 24 hours
 */
public record WaitingMoney(long asked, long stuck, long due, long mismatched, long forged) {}
