package stampede.paymentadmin;

import java.time.LocalDate;

/**
 * Compares a day with Alipay's bill.
 *
 * @param day by Alipay's clock
 * @param who by whom, such as {@code beat} or {@code operator:3}
 * @param asked whether Alipay has been asked about what only the bill knows; what is left then is for people
 */
record CompareBill(LocalDate day, String who, boolean asked) {}
