package stampede.alipay;

import java.net.URI;
import java.time.Instant;
import stampede.money.Money;

/**
 * What is to be paid.
 *
 * @param outTradeNo our number for the trade: 1 to 64 letters, digits and underscores
 * @param subject what the buyer reads; characters that Alipay forbids ({@code / = &}) are replaced, and it is cut to 256
 * @param amount 1 fen to 100,000,000 yuan
 * @param payBy when Alipay must stop taking money, sent as {@code time_expire}; Alipay would wait 15 days otherwise
 * @param notifyUrl where Alipay reports what happened
 * @param returnUrl where it sends the buyer's browser afterwards
 */
public record PayRequest(String outTradeNo, String subject, Money amount, Instant payBy, URI notifyUrl, URI returnUrl) {

    private static final Money MOST = Money.ofYuan("100000000");

    public PayRequest {
        if (!outTradeNo.matches("[A-Za-z0-9_]{1,64}")) {
            throw new IllegalArgumentException("Not a number for a trade: " + outTradeNo);
        }
        if (amount.fen() < 1 || amount.compareTo(MOST) > 0) {
            throw new IllegalArgumentException("Alipay takes no " + amount);
        }
    }
}
