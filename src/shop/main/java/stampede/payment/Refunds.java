package stampede.payment;

import stampede.account.AccountId;
import stampede.account.SignedIn;
import stampede.money.Money;
import stampede.order.OrderId;
import stampede.refund.Refund;

/** Money back on request. At most one refund of an order is open at a time, and never more goes back than came. */
public interface Refunds {

    /**
     * A shopper asks for money back; an operator decides. Asking again for the same answers the same refund.
     *
     * @param words why, at most 200 characters, may be empty
     * @throws PaymentRefused if the order is not refundable (also if it is not theirs), the amount does not fit, or another refund is open
     */
    Refund ask(AccountId shopper, OrderId order, Money amount, String words);

    /** An operator gives money back, without being asked; refused as for {@link #ask}. Written to the audit log. */
    Refund give(SignedIn operator, OrderId order, Money amount, String words);

    /**
     * The same, if so much is still left as they were shown: a form that is sent again, because its answer was lost, gives once.
     *
     * @param left what could go back when they decided
     * @throws PaymentRefused {@link PaymentRefusal#MONEY_CHANGED} if it is another amount by now, or as for {@link #ask}
     */
    Refund give(SignedIn operator, OrderId order, Money amount, Money left, String words);

    /**
     * An operator grants what a shopper asked for. Audited.
     *
     * @throws PaymentRefused {@link PaymentRefusal#REFUND_DECIDED} if it was decided before
     */
    Refund approve(SignedIn operator, String requestNo);

    /** An operator declines what a shopper asked for, saying why. Audited; refused as for {@link #approve}. */
    Refund decline(SignedIn operator, String requestNo, String words);

    /** Has one that got stuck tried again, under its number. Audited; refused if it is not stuck. */
    Refund retry(SignedIn operator, String requestNo);

    /**
     * Puts the units of a refunded order on sale again. Audited.
     *
     * @throws PaymentRefused {@link PaymentRefusal#NOT_REFUNDABLE} if the order is not refunded, or they went back before
     */
    void putUnitsBack(SignedIn operator, OrderId order);
}
