package stampede.payment;

import java.time.Clock;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;
import stampede.account.AccountId;
import stampede.account.SignedIn;
import stampede.audit.AuditLog;
import stampede.audit.AuditLog.Change;
import stampede.money.Money;
import stampede.order.Order;
import stampede.order.OrderId;
import stampede.order.OrderStateMachine;
import stampede.order.OrderStatus;
import stampede.order.Orders;
import stampede.refund.Refund;
import stampede.refund.RefundCreator;
import stampede.refund.RefundRepository;

/** Decides on refunds while holding the order's row, so that no two decisions spend the same money. */
@Service
class RefundDecisions implements Refunds {

    private static final int LONGEST_WORDS = 200;

    /** Paid, wherever the goods are by now. */
    private static final Set<OrderStatus> REFUNDABLE =
            EnumSet.of(OrderStatus.PAID, OrderStatus.SHIPPED, OrderStatus.FINISHED);

    private final RefundRepository rows;
    private final RefundCreator creator;
    private final Payments payments;
    private final Orders orders;
    private final OrderStateMachine steps;
    private final AuditLog audit;
    private final Clock clock;

    RefundDecisions(
            RefundRepository rows,
            RefundCreator creator,
            Payments payments,
            Orders orders,
            OrderStateMachine steps,
            AuditLog audit,
            Clock clock) {
        this.rows = rows;
        this.creator = creator;
        this.payments = payments;
        this.orders = orders;
        this.steps = steps;
        this.audit = audit;
        this.clock = clock;
    }

    @Override
    @Transactional
    public Refund ask(AccountId shopper, OrderId order, Money amount, String words) {
        var who = "shopper:" + shopper;
        steps.lock(order);
        var theirs = orders.find(shopper, order);
        var money = money(order);
        var asked = theirs.flatMap(found -> openOf(money, who, amount));
        return asked.orElseGet(() -> rows.add(
                draft(trade(theirs, money, amount), amount, Refund.Reason.SHOPPER, who, words, Optional.empty()),
                Refund.State.ASKED,
                clock.instant(),
                Optional.empty()));
    }

    @Override
    @Transactional
    public Refund give(SignedIn operator, OrderId order, Money amount, String words) {
        steps.lock(order);
        return giveLocked(operator, order, amount, words);
    }

    @Override
    @Transactional
    public Refund give(SignedIn operator, OrderId order, Money amount, Money left, String words) {
        steps.lock(order);
        if (!money(order).refundable().equals(left)) {
            throw new PaymentRefused(PaymentRefusal.MONEY_CHANGED);
        }
        return giveLocked(operator, order, amount, words);
    }

    private Refund giveLocked(SignedIn operator, OrderId order, Money amount, String words) {
        var who = operator.who();
        var money = money(order);
        var paid = trade(orders.find(order), money, amount);
        if (amount.equals(money.refundable())) {
            startRefunding(order, who);
        }
        var refund = creator.owe(draft(paid, amount, Refund.Reason.OPERATOR, who, words, Optional.of(who)));
        audit.write(
                who,
                "REFUND_GIVEN",
                "order:" + order,
                Change.of(money.refundable() + " refundable", money(order).refundable() + " refundable"),
                refund.requestNo() + " " + amount + " " + words);
        return refund;
    }

    @Override
    @Transactional
    public Refund approve(SignedIn operator, String requestNo) {
        var who = operator.who();
        var refund = lock(requestNo);
        if (refund.state() == Refund.State.ASKED && !isPaid(orders.find(refund.order()))) {
            throw new PaymentRefused(PaymentRefusal.NOT_REFUNDABLE);
        }
        require(creator.grant(refund, who));
        // What is asked for does not count as refundable any more: nothing left means that all of it goes back.
        if (money(refund.order()).refundable().fen() == 0) {
            startRefunding(refund.order(), who);
        }
        return audit(who, "REFUND_APPROVED", refund, refund.amount().toString());
    }

    @Override
    @Transactional
    public Refund decline(SignedIn operator, String requestNo, String words) {
        var who = operator.who();
        var refund = lock(requestNo);
        require(rows.decline(requestNo, who, fitting(words)));
        return audit(who, "REFUND_DECLINED", refund, words);
    }

    @Override
    @Transactional
    public Refund retry(SignedIn operator, String requestNo) {
        var refund = lock(requestNo);
        require(creator.tryAgain(refund));
        return audit(
                operator.who(), "REFUND_RETRIED", refund, refund.lastAnswer().orElse(""));
    }

    @Override
    @Transactional
    public void putUnitsBack(SignedIn operator, OrderId order) {
        if (!orders.putUnitsBack(order)) {
            throw new PaymentRefused(PaymentRefusal.NOT_REFUNDABLE);
        }
        audit.write(operator.who(), "UNITS_PUT_BACK", "order:" + order, new Change("held", "on sale"), "");
    }

    /** The refund as it is now, after its row in the audit log. */
    private Refund audit(String who, String action, Refund before, String detail) {
        var after = again(before.requestNo());
        audit.write(who, action, "refund:" + before.requestNo(), Change.of(before.state(), after.state()), detail);
        return after;
    }

    private OrderMoney money(OrderId order) {
        return payments.money(List.of(order)).getOrDefault(order, OrderMoney.NONE);
    }

    private static Optional<Refund> openOf(OrderMoney money, String who, Money amount) {
        return money.refunds().stream()
                .filter(Refund::isOpen)
                .filter(refund ->
                        refund.askedBy().equals(who) && refund.amount().equals(amount))
                .findFirst();
    }

    /** The trade whose money can go back, or why it cannot. */
    private static Payment trade(Optional<Order> order, OrderMoney money, Money amount) {
        var paid = money.payments().stream()
                .filter(payment -> payment.state() == Payment.State.APPLIED)
                .findFirst()
                .filter(payment -> isPaid(order))
                .orElseThrow(() -> new PaymentRefused(PaymentRefusal.NOT_REFUNDABLE));
        if (money.hasOpenRefund()) {
            throw new PaymentRefused(PaymentRefusal.REFUND_OPEN);
        }
        if (amount.fen() < 1 || amount.compareTo(money.refundable()) > 0) {
            throw new PaymentRefused(PaymentRefusal.BAD_REFUND_AMOUNT);
        }
        return paid;
    }

    private static boolean isPaid(Optional<Order> order) {
        return order.map(Order::status).filter(REFUNDABLE::contains).isPresent();
    }

    /** All that is left goes back. The order is locked and its status known, so this cannot fail; otherwise nothing must be owed. */
    private void startRefunding(OrderId order, String who) {
        if (!steps.refund(order, who)) {
            throw new IllegalStateException("Order " + order + " cannot be refunded from where it is");
        }
    }

    private static RefundRepository.Draft draft(
            Payment paid, Money amount, Refund.Reason reason, String who, String words, Optional<String> decidedBy) {
        return new RefundRepository.Draft(paid.order(), paid.tradeNo(), amount, reason, who, fitting(words), decidedBy);
    }

    /** The refund as it stands while its order is locked. */
    private Refund lock(String requestNo) {
        var refund = again(requestNo);
        steps.lock(refund.order());
        return again(requestNo);
    }

    private Refund again(String requestNo) {
        return rows.find(requestNo).orElseThrow(() -> new PaymentRefused(PaymentRefusal.REFUND_DECIDED));
    }

    private static void require(boolean decidedNow) {
        if (!decidedNow) {
            throw new PaymentRefused(PaymentRefusal.REFUND_DECIDED);
        }
    }

    private static String fitting(String words) {
        if (words.length() > LONGEST_WORDS) {
            throw new IllegalArgumentException("Words about a refund have at most 200 characters");
        }
        return words;
    }
}
