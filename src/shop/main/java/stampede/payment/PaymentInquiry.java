package stampede.payment;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import stampede.alipay.Alipay;
import stampede.alipay.QueryAnswer;
import stampede.alipay.TradeStatus;
import stampede.order.OrderId;

/** Asks Alipay how payments stand and books what it says. Outside of any transaction, and only after a payment was begun. */
@Component
public class PaymentInquiry {

    private static final Logger log = LoggerFactory.getLogger(PaymentInquiry.class);

    private final Alipay alipay;
    private final PaymentBooking booking;

    PaymentInquiry(Alipay alipay, PaymentBooking booking) {
        this.alipay = alipay;
        this.booking = booking;
    }

    /** Asks about an order. */
    PaymentStatus look(OrderId order) {
        return status(alipay.query(order.toString()));
    }

    /** Asks about one trade of possibly several of an order. */
    public PaymentStatus lookAtTrade(String tradeNo) {
        return status(alipay.queryTrade(tradeNo));
    }

    private PaymentStatus status(QueryAnswer answer) {
        if (answer instanceof QueryAnswer.Trade trade) {
            return status(trade);
        }
        if (answer instanceof QueryAnswer.Unknown unknown) {
            log.debug("Alipay does not say how a payment stands: {}", unknown.why());
            return PaymentStatus.UNKNOWN;
        }
        if (answer instanceof QueryAnswer.NotExist) {
            return PaymentStatus.NOT_OPENED;
        }
        throw new IllegalStateException("Nothing says how a payment stands by this answer: " + answer);
    }

    private PaymentStatus status(QueryAnswer.Trade trade) {
        if (trade.status().isPaid()) {
            return booking.book(PaidTrade.of(trade)).isBooked() ? PaymentStatus.PAID : PaymentStatus.MISMATCH;
        }
        return trade.status() == TradeStatus.TRADE_CLOSED ? PaymentStatus.CLOSED : PaymentStatus.OPEN;
    }
}
