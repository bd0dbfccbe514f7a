package stampede.payment;

import java.net.URI;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import stampede.alipay.Alipay;
import stampede.alipay.BillAnswer;
import stampede.alipay.CloseAnswer;
import stampede.alipay.PayRequest;
import stampede.alipay.QueryAnswer;
import stampede.alipay.RefundAnswer;
import stampede.alipay.RefundRequest;
import stampede.alipay.TradeStatus;
import stampede.money.Money;
import stampede.simulation.Mutant;

/**
 * An Alipay without a network that keeps its books as the real one does: several buyers may pay one order, a number pays back
 * once, a trade that was closed cannot be paid. It goes silent, before or after doing what it was told, when a test says so.
 */
public final class PretendAlipay implements Alipay {

    /** How it takes the next request. */
    public enum Mood {
        ANSWERS,
        /** Nothing is done, and nobody answers. */
        SILENT,
        /** It is done, and nobody answers. */
        ANSWER_LOST,
        /** Not now. */
        BUSY
    }

    private static final RefundAnswer SILENCE = new RefundAnswer.Unknown("no answer, on purpose");

    private final Map<String, Trade> trades = new LinkedHashMap<>();
    private final Set<String> shut = new HashSet<>();
    private final boolean renumbers;
    private Mood mood = Mood.ANSWERS;

    public PretendAlipay(Mutant mutant) {
        this.renumbers = mutant == Mutant.REFUND_UNDER_NEW_NUMBERS;
    }

    public void next(Mood next) {
        mood = next;
    }

    /** A buyer opens the order's page. */
    public void open(String order, Money amount) {
        if (!shut.contains(order)) {
            add(order, amount);
        }
    }

    /** Another buyer pays, if the order can still be paid here. */
    public Optional<Trade> pay(String order, Money amount) {
        if (shut.contains(order)) {
            return Optional.empty();
        }
        var trade = add(order, amount);
        trade.paid = true;
        return Optional.of(trade);
    }

    private Trade add(String order, Money amount) {
        var trade = new Trade(order + "T" + trades.size(), order, amount);
        trades.put(trade.number, trade);
        return trade;
    }

    public List<Trade> paid() {
        return trades.values().stream().filter(trade -> trade.paid).toList();
    }

    @Override
    public QueryAnswer query(String outTradeNo) {
        if (mood() != Mood.ANSWERS) {
            return new QueryAnswer.Unknown("no answer, on purpose");
        }
        var ofOrder = of(outTradeNo);
        return ofOrder.stream()
                .filter(trade -> trade.paid)
                .findFirst()
                .or(() -> ofOrder.stream().reduce((first, second) -> second))
                .<QueryAnswer>map(Trade::answer)
                .orElseGet(QueryAnswer.NotExist::new);
    }

    @Override
    public QueryAnswer queryTrade(String tradeNo) {
        var trade = trades.get(tradeNo);
        return trade == null ? new QueryAnswer.NotExist() : trade.answer();
    }

    @Override
    public CloseAnswer close(String outTradeNo) {
        var now = mood();
        if (now == Mood.SILENT || now == Mood.BUSY) {
            return CloseAnswer.UNKNOWN;
        }
        var ofOrder = of(outTradeNo);
        var answer = CloseAnswer.CLOSED;
        if (ofOrder.isEmpty()) {
            answer = CloseAnswer.NOT_EXIST;
        } else if (ofOrder.stream().anyMatch(trade -> trade.paid)) {
            answer = CloseAnswer.NOT_WAITING;
        } else {
            shut.add(outTradeNo);
        }
        return now == Mood.ANSWER_LOST ? CloseAnswer.UNKNOWN : answer;
    }

    @Override
    public RefundAnswer refund(RefundRequest request) {
        var now = mood();
        if (now == Mood.SILENT) {
            return SILENCE;
        }
        if (now == Mood.BUSY) {
            return new RefundAnswer.Refused("ACQ.SELLER_BALANCE_NOT_ENOUGH", false);
        }
        var trade = trades.get(request.tradeNo());
        if (trade == null || !trade.paid) {
            return new RefundAnswer.Refused("ACQ.TRADE_NOT_EXIST", true);
        }
        var back = trade.backFen() + request.amount().fen();
        // As if the shop had told it under another number each time.
        var number = request.requestNo() + (renumbers ? "-" + trade.back.size() : "");
        if (!trade.back.containsKey(number) && back > trade.amount.fen()) {
            return new RefundAnswer.Refused("ACQ.REFUND_AMT_NOT_EQUAL_TOTAL", true);
        }
        trade.back.putIfAbsent(number, request.amount().fen());
        return now == Mood.ANSWER_LOST ? SILENCE : new RefundAnswer.Done();
    }

    @Override
    public RefundAnswer refundStatus(RefundRequest request) {
        if (mood() != Mood.ANSWERS) {
            return SILENCE;
        }
        var trade = trades.get(request.tradeNo());
        return trade != null && trade.back.containsKey(request.requestNo())
                ? new RefundAnswer.Done()
                : new RefundAnswer.NotYet();
    }

    @Override
    public boolean hasSigned(Map<String, String> notification) {
        return "genuine".equals(notification.get("sign"));
    }

    @Override
    public String appId() {
        return "app";
    }

    @Override
    public String sellerId() {
        return "seller";
    }

    @Override
    public BillAnswer bill(LocalDate day) {
        throw new UnsupportedOperationException();
    }

    @Override
    public URI payPage(PayRequest request) {
        throw new UnsupportedOperationException();
    }

    @Override
    public String payForm(PayRequest request) {
        throw new UnsupportedOperationException();
    }

    @Override
    public String payOrderString(PayRequest request) {
        throw new UnsupportedOperationException();
    }

    private List<Trade> of(String order) {
        return new ArrayList<>(trades.values())
                .stream()
                        .filter(trade -> trade.order.equals(order))
                        .sorted(Comparator.comparing(trade -> trade.number.length() + trade.number))
                        .toList();
    }

    /** One request, and it is in a good mood again. */
    private Mood mood() {
        var now = mood;
        mood = Mood.ANSWERS;
        return now;
    }

    /** What a buyer and the shop have to do with each other. */
    public static final class Trade {

        public final String number;
        public final String order;
        public final Money amount;
        private final Map<String, Long> back = new LinkedHashMap<>();
        private boolean paid;

        private Trade(String number, String order, Money amount) {
            this.number = number;
            this.order = order;
            this.amount = amount;
        }

        /** What the buyer has got back, in fen. */
        public long backFen() {
            return back.values().stream().mapToLong(Long::longValue).sum();
        }

        private QueryAnswer.Trade answer() {
            var status = paid ? TradeStatus.TRADE_SUCCESS : TradeStatus.WAIT_BUYER_PAY;
            return new QueryAnswer.Trade(
                    number,
                    order,
                    paid && backFen() == amount.fen() ? TradeStatus.TRADE_CLOSED : status,
                    amount,
                    paid ? Optional.of(Instant.EPOCH) : Optional.empty());
        }
    }
}
