package stampede.paymentadmin;

/**
 * Asks Alipay about a trade that only its bill knows, and books it if it is paid.
 *
 * @param tradeNo Alipay's number
 */
record QueryTrade(String tradeNo) {}
