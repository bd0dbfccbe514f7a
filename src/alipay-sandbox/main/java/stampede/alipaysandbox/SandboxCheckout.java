package stampede.alipaysandbox;

import com.fasterxml.jackson.annotation.JsonTypeName;
import java.time.Instant;

/**
 * What a shop asked to be paid: the contents of one signed pay page or order string. Not a trade yet: that begins with a buyer.
 *
 * @param id names it in the cashier's addresses; the same contents have the same id
 * @param expires until when it can be paid
 * @param notifyUrl where the shop wants to hear of it; may be empty
 * @param returnUrl where the buyer's browser goes afterwards; may be empty
 */
@JsonTypeName("checkout")
record SandboxCheckout(
        String id,
        Product product,
        String outTradeNo,
        String subject,
        SandboxAmount amount,
        Instant expires,
        String notifyUrl,
        String returnUrl)
        implements JournalEntry {

    enum Product {
        PAGE,
        APP
    }

    boolean overAt(Instant now) {
        return !now.isBefore(expires);
    }
}
