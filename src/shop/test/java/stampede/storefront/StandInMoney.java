package stampede.storefront;

import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import stampede.account.AccountId;
import stampede.account.SignedIn;
import stampede.money.Money;
import stampede.order.Order;
import stampede.order.OrderId;
import stampede.order.OrderStatus;
import stampede.payment.OrderMoney;
import stampede.payment.Payment;
import stampede.payment.PaymentChannel;
import stampede.payment.PaymentRefusal;
import stampede.payment.PaymentRefused;
import stampede.payment.Payments;
import stampede.payment.Refunds;
import stampede.refund.Refund;

/** Money in memory, for the orders of a {@link StandInShop}: it comes when a test says so. */
public class StandInMoney implements Payments, Refunds {

    public static final URI ALIPAY = URI.create("https://alipay.example/gateway.do?method=pay&sign=a%2Bb%3D");

    public final Set<OrderId> begun = ConcurrentHashMap.newKeySet();
    public final List<OrderId> asked = new CopyOnWriteArrayList<>();
    public final Set<OrderId> paidAtAlipay = ConcurrentHashMap.newKeySet();
    private final Map<OrderId, OrderMoney> money = new ConcurrentHashMap<>();
    private final StandInShop shop;
    public volatile @Nullable PaymentRefused refusal;

    StandInMoney(StandInShop shop) {
        this.shop = shop;
    }

    public OrderMoney of(OrderId order) {
        return money.getOrDefault(order, OrderMoney.NONE);
    }

    public void came(OrderId order, Payment.State state) {
        var before = of(order);
        var number = "202611222200" + order + before.payments().size();
        var now = Instant.now();
        var payment = new Payment(number, order, new Money(1_990), state, now, Optional.of(now));
        money.put(order, new OrderMoney(and(before.payments(), payment), before.refunds()));
    }

    /** A refund of the money that came last. */
    public Refund refund(OrderId order, long fen, Refund.Reason reason, Refund.State state, String words) {
        var before = of(order);
        var refund = new Refund(
                "R-" + order + "-" + (before.refunds().size() + 1),
                order,
                before.payments().get(before.payments().size() - 1).tradeNo(),
                new Money(fen),
                reason,
                state,
                "shopper:7",
                words,
                Optional.empty(),
                0,
                state == Refund.State.DECLINED ? Optional.of("It is as the picture shows it") : Optional.of("10000"),
                Instant.now(),
                state == Refund.State.DONE ? Optional.of(Instant.now()) : Optional.empty());
        money.put(order, new OrderMoney(before.payments(), and(before.refunds(), refund)));
        return refund;
    }

    @Override
    public void begin(Order order, PaymentChannel paymentChannel) {
        refuse();
        if (order.status() != OrderStatus.AWAITING_PAYMENT) {
            throw new PaymentRefused(PaymentRefusal.NOT_PAYABLE);
        }
        begun.add(order.id());
    }

    @Override
    public URI page(Order order) {
        if (order.status() != OrderStatus.AWAITING_PAYMENT || !begun.contains(order.id())) {
            throw new PaymentRefused(PaymentRefusal.NOT_PAYABLE);
        }
        return ALIPAY;
    }

    @Override
    public String form(Order order) {
        return "<form></form>";
    }

    @Override
    public String orderString(Order order) {
        return "app_id=1";
    }

    @Override
    public void refresh(AccountId shopper, OrderId order) {
        asked.add(order);
        if (paidAtAlipay.remove(order)) {
            came(order, Payment.State.APPLIED);
            shop.move(order, OrderStatus.PAID);
        }
    }

    @Override
    public Map<OrderId, OrderMoney> money(Collection<OrderId> orders) {
        return orders.stream().filter(money::containsKey).collect(Collectors.toMap(order -> order, money::get));
    }

    @Override
    public Refund ask(AccountId shopper, OrderId order, Money amount, String words) {
        refuse();
        if (amount.compareTo(of(order).refundable()) > 0) {
            throw new PaymentRefused(PaymentRefusal.BAD_REFUND_AMOUNT);
        }
        return refund(order, amount.fen(), Refund.Reason.SHOPPER, Refund.State.ASKED, words);
    }

    @Override
    public Refund give(SignedIn operator, OrderId order, Money amount, String words) {
        throw new UnsupportedOperationException("Not a shopper's affair");
    }

    @Override
    public Refund give(SignedIn operator, OrderId order, Money amount, Money left, String words) {
        throw new UnsupportedOperationException("Not a shopper's affair");
    }

    @Override
    public Refund approve(SignedIn operator, String requestNo) {
        throw new UnsupportedOperationException("Not a shopper's affair");
    }

    @Override
    public Refund decline(SignedIn operator, String requestNo, String words) {
        throw new UnsupportedOperationException("Not a shopper's affair");
    }

    @Override
    public Refund retry(SignedIn operator, String requestNo) {
        throw new UnsupportedOperationException("Not a shopper's affair");
    }

    @Override
    public void putUnitsBack(SignedIn operator, OrderId order) {
        throw new UnsupportedOperationException("Not a shopper's affair");
    }

    private void refuse() {
        if (refusal != null) {
            throw refusal;
        }
    }

    private static <T> List<T> and(List<T> before, T last) {
        var all = new ArrayList<>(before);
        all.add(last);
        return all;
    }
}
