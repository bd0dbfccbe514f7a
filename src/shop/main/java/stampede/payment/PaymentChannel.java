package stampede.payment;

/** Where a shopper pays. */
public enum PaymentChannel {
    /** On a page of Alipay's, in a browser. */
    PAGE,
    /** In Alipay's app, called by the shop's own. */
    APP
}
