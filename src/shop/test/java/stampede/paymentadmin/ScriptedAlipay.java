package stampede.paymentadmin;

import java.net.URI;
import java.time.LocalDate;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import stampede.alipay.Alipay;
import stampede.alipay.BillAnswer;
import stampede.alipay.CloseAnswer;
import stampede.alipay.PayRequest;
import stampede.alipay.QueryAnswer;
import stampede.alipay.RefundAnswer;
import stampede.alipay.RefundRequest;

/** Says what it was told to say about refunds and bills, and writes down what it was asked. Everything else is not for it. */
public final class ScriptedAlipay implements Alipay {

    public final List<String> calls = Collections.synchronizedList(new ArrayList<>());
    final Map<LocalDate, BillAnswer> bills = new HashMap<>();
    private final Deque<RefundAnswer> answers = new ArrayDeque<>();

    public void says(RefundAnswer... next) {
        answers.addAll(List.of(next));
    }

    @Override
    public RefundAnswer refund(RefundRequest request) {
        return answer("tell " + request.requestNo() + " " + request.amount());
    }

    @Override
    public RefundAnswer refundStatus(RefundRequest request) {
        return answer("ask " + request.requestNo() + " " + request.amount());
    }

    @Override
    public BillAnswer bill(LocalDate day) {
        calls.add("bill " + day);
        return bills.getOrDefault(day, new BillAnswer.NotThere("not made yet"));
    }

    private synchronized RefundAnswer answer(String call) {
        calls.add(call);
        if (answers.isEmpty()) {
            throw new IllegalStateException("The process ends here");
        }
        return answers.size() == 1 ? answers.peek() : answers.poll();
    }

    public void forget() {
        answers.clear();
        calls.clear();
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

    @Override
    public QueryAnswer query(String outTradeNo) {
        throw new UnsupportedOperationException();
    }

    @Override
    public QueryAnswer queryTrade(String tradeNo) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CloseAnswer close(String outTradeNo) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean hasSigned(Map<String, String> notification) {
        throw new UnsupportedOperationException();
    }

    @Override
    public String appId() {
        throw new UnsupportedOperationException();
    }

    @Override
    public String sellerId() {
        throw new UnsupportedOperationException();
    }
}
