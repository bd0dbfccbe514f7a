package stampede.alipaysandbox;

import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;
import stampede.alipaysandbox.Trade.Refund;
import stampede.alipaysandbox.Trade.Status;

/** The trades and what can be done to them, by Alipay's rules; one thing at a time. What is refused is {@link GatewayRefused}. */
@Component
class Trades {

    private final Map<String, SandboxCheckout> checkouts = new LinkedHashMap<>();
    private final Map<String, Trade> trades = new LinkedHashMap<>();
    private final Map<String, List<String>> tradesOfOrder = new LinkedHashMap<>();
    private final SandboxProperties properties;
    private final NotificationWriter writer;
    private final NotificationSender sender;
    private final Journal journal;
    private final Clock clock;

    Trades(
            SandboxProperties properties,
            NotificationWriter writer,
            NotificationSender sender,
            Journal journal,
            Clock clock) {
        this.properties = properties;
        this.writer = writer;
        this.sender = sender;
        this.journal = journal;
        this.clock = clock;
        journal.found(SandboxCheckout.class).forEach(checkout -> checkouts.put(checkout.id(), checkout));
        journal.found(Trade.class).forEach(this::put);
    }

    /** A shop's buyer comes with this to pay. */
    synchronized void register(SandboxCheckout checkout) {
        if (of(checkout.outTradeNo()).stream().anyMatch(trade -> !trade.amount().equals(checkout.amount()))) {
            throw GatewayRefused.business("ACQ.CONTEXT_INCONSISTENT", "订单信息不一致 / this order was for another amount");
        }
        if (!checkout.equals(checkouts.get(checkout.id()))) {
            journal.append(checkout);
            checkouts.put(checkout.id(), checkout);
        }
    }

    synchronized Optional<SandboxCheckout> checkout(String id) {
        return Optional.ofNullable(checkouts.get(id));
    }

    /** The buyer signs in, or scans: now there is a trade. */
    synchronized Trade open(SandboxCheckout checkout, String buyer) {
        payable(checkout);
        return ofBuyer(checkout, buyer).orElseGet(() -> {
            var trade = begin(checkout, buyer);
            keep(trade, List.of());
            return trade;
        });
    }

    synchronized Trade pay(SandboxCheckout checkout, String buyer) {
        var trade = open(checkout, buyer);
        return pay(trade, trade.waits());
    }

    /** Alipay takes the money although the time is over or the trade was closed: the two crossed on their way. */
    synchronized Trade payLate(SandboxCheckout checkout, String buyer) {
        var trade = ofBuyer(checkout, buyer).orElseGet(() -> begin(checkout, buyer));
        return pay(trade, !trade.wasPaid());
    }

    private Trade pay(Trade trade, boolean payable) {
        if (!payable) {
            throw GatewayRefused.business("ACQ.TRADE_HAS_SUCCESS", "交易已支付 / paid already");
        }
        var paid = trade.paidAt(clock.instant());
        keep(paid, writer.about(paid));
        return paid;
    }

    private Trade begin(SandboxCheckout checkout, String buyer) {
        return Trade.opened(AlipayNumbers.trade(clock.instant()), checkout, buyer, clock.instant());
    }

    /** The trade of this number, or else the order's: the one paid first, or the newest if none was. */
    synchronized Trade find(String outTradeNo, String tradeNo) {
        if (!tradeNo.isEmpty()) {
            closeOverdue(Optional.ofNullable(trades.get(tradeNo)).stream());
            return Optional.ofNullable(trades.get(tradeNo)).orElseThrow(Trades::notExist);
        }
        var all = of(outTradeNo);
        return all.stream()
                .filter(Trade::wasPaid)
                .min(Comparator.comparing(trade -> trade.paid().orElseThrow()))
                .or(() -> all.stream().reduce((older, newer) -> newer))
                .orElseThrow(Trades::notExist);
    }

    /** The order's trades, the oldest first. */
    synchronized List<Trade> of(String outTradeNo) {
        closeOverdue(stored(outTradeNo));
        return stored(outTradeNo).toList();
    }

    synchronized List<Trade> all() {
        return List.copyOf(trades.values());
    }

    /** Closes what nobody has paid. */
    synchronized Trade close(String outTradeNo, String tradeNo) {
        var trade = find(outTradeNo, tradeNo);
        if (!trade.waits()) {
            throw GatewayRefused.business("ACQ.TRADE_STATUS_ERROR", "交易状态不合法 / only a waiting trade can be closed");
        }
        var waiting = tradeNo.isEmpty() ? of(outTradeNo).stream().filter(Trade::waits) : Stream.of(trade);
        waiting.toList().forEach(this::closeUnpaid);
        return trade;
    }

    /** Months later: no refund is possible any more. */
    synchronized Trade finish(String tradeNo) {
        var trade = find("", tradeNo);
        if (trade.status() != Status.TRADE_SUCCESS) {
            throw GatewayRefused.business("ACQ.TRADE_STATUS_ERROR", "交易状态不合法 / only a paid trade can be finished");
        }
        var finished = trade.endedAt(clock.instant(), Status.TRADE_FINISHED);
        keep(finished, tellApps(finished));
        return finished;
    }

    /**
     * Pays back, or says that it was done before.
     *
     * @param atOnce whether the money goes now, or is only promised
     * @return whether money moved by this request
     */
    synchronized boolean refund(Trade found, String requestNo, SandboxAmount amount, boolean atOnce) {
        var trade = find("", found.id());
        var before = trade.refund(requestNo);
        if (before.isPresent()) {
            return repeat(trade, before.get(), amount);
        }
        RefundRules.check(trade, amount, clock.instant(), properties.refundPause());
        var refund = new Refund(requestNo, amount, clock.instant(), Optional.empty());
        if (atOnce) {
            return pay(trade, refund);
        }
        keep(trade.with(refund, clock.instant()), List.of());
        return false;
    }

    private boolean repeat(Trade trade, Refund before, SandboxAmount amount) {
        if (!before.amount().equals(amount)) {
            throw GatewayRefused.business(
                    "ACQ.DISCORDANT_REPEAT_REQUEST", "重复请求不一致 / this number was for another amount");
        }
        return before.done().isEmpty() && pay(trade, before);
    }

    private boolean pay(Trade trade, Refund refund) {
        var done = refund.doneAt(clock.instant());
        var changed = trade.with(done, clock.instant());
        keep(changed, writer.about(changed, done));
        return true;
    }

    /** What time does: closes what was not paid in it, and does refunds that were promised some while ago. */
    synchronized void tick() {
        closeOverdue(List.copyOf(trades.values()).stream());
        var longAgo = clock.instant().minus(properties.lateRefund());
        for (var trade : List.copyOf(trades.values())) {
            trade.refunds().stream()
                    .filter(refund -> refund.done().isEmpty() && refund.asked().isBefore(longAgo))
                    .forEach(refund -> pay(trades.getOrDefault(trade.id(), trade), refund));
        }
    }

    /** How many refunds were promised and not done. */
    synchronized long openRefunds() {
        return trades.values().stream()
                .flatMap(trade -> trade.refunds().stream())
                .filter(refund -> refund.done().isEmpty())
                .count();
    }

    private void payable(SandboxCheckout checkout) {
        var over = checkout.overAt(clock.instant());
        if (over || of(checkout.outTradeNo()).stream().anyMatch(trade -> trade.status() == Status.TRADE_CLOSED)) {
            throw GatewayRefused.business("ACQ.TRADE_HAS_CLOSE", "交易已关闭 / this trade is closed");
        }
    }

    private Optional<Trade> ofBuyer(SandboxCheckout checkout, String buyer) {
        return of(checkout.outTradeNo()).stream()
                .filter(trade -> trade.buyer().equals(buyer))
                .findFirst();
    }

    private Stream<Trade> stored(String outTradeNo) {
        return tradesOfOrder.getOrDefault(outTradeNo, List.of()).stream()
                .flatMap(id -> Optional.ofNullable(trades.get(id)).stream());
    }

    private void closeOverdue(Stream<Trade> some) {
        var now = clock.instant();
        some.filter(trade -> trade.waits() && trade.checkout().overAt(now))
                .toList()
                .forEach(this::closeUnpaid);
    }

    private void closeUnpaid(Trade trade) {
        var closed = trade.endedAt(clock.instant(), Status.TRADE_CLOSED);
        keep(closed, tellApps(closed));
    }

    /** Shops are told of these only when they pay by app. */
    private List<NotificationDelivery> tellApps(Trade trade) {
        return trade.checkout().product() == SandboxCheckout.Product.APP ? writer.about(trade) : List.of();
    }

    private void keep(Trade trade, List<NotificationDelivery> deliveries) {
        var step = new ArrayList<JournalEntry>(deliveries);
        step.add(trade);
        journal.append(step);
        put(trade);
        sender.take(deliveries);
    }

    private void put(Trade trade) {
        if (trades.put(trade.id(), trade) == null) {
            tradesOfOrder
                    .computeIfAbsent(trade.outTradeNo(), order -> new ArrayList<>())
                    .add(trade.id());
        }
    }

    private static GatewayRefused notExist() {
        return GatewayRefused.business("ACQ.TRADE_NOT_EXIST", "交易不存在 / no such trade");
    }
}
