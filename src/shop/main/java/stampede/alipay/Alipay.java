package stampede.alipay;

import java.net.URI;
import java.time.LocalDate;
import java.util.Map;

/**
 * Alipay, as far as a shop needs it. Always RSA2. No method throws for what Alipay or the network does: a time-out, a server
 * error or a signature that does not fit is an answer with a name, and never means "no".
 *
 * <p>Calls that ask Alipay take up to its time-out (15 s by default): never inside a database transaction.
 */
public interface Alipay {

    /** The address of the page on which to pay ({@code alipay.trade.page.pay}, by GET). Asks nobody: it is signed here. */
    URI payPage(PayRequest request);

    /** The same page as an HTML form that a browser posts: for shops whose own pages may submit to Alipay. */
    String payForm(PayRequest request);

    /** What a phone's app hands to Alipay's SDK ({@code alipay.trade.app.pay}). Asks nobody. */
    String payOrderString(PayRequest request);

    /** Asks how our trade stands; if several buyers opened it, how the one stands that was paid first, else the newest. */
    QueryAnswer query(String outTradeNo);

    /** Asks how the trade of this number of Alipay's stands. */
    QueryAnswer queryTrade(String tradeNo);

    CloseAnswer close(String outTradeNo);

    RefundAnswer refund(RefundRequest request);

    /** Asks what became of a refund; Alipay wants 10 s between refund and question. */
    RefundAnswer refundStatus(RefundRequest request);

    /** The bill of a day by Alipay's clock (Asia/Shanghai). */
    BillAnswer bill(LocalDate day);

    /**
     * Whether Alipay signed this notification: RSA2 with Alipay's key over all fields but {@code sign} and {@code sign_type},
     * whatever the notification says of algorithms. False also for what has no signature or none that can be read.
     */
    boolean hasSigned(Map<String, String> notification);

    /** The app that notifications must name. */
    String appId();

    /** The seller that notifications must name. */
    String sellerId();
}
