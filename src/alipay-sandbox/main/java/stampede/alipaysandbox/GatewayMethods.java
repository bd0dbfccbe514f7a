package stampede.alipaysandbox;

import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.stereotype.Component;
import stampede.alipaysandbox.Trade.Refund;

/** The methods of the gateway that a shop's server calls, and their answers in Alipay's words. */
@Component
class GatewayMethods {

    private final Trades trades;
    private final Faults faults;
    private final SandboxBills bills;

    GatewayMethods(Trades trades, Faults faults, SandboxBills bills) {
        this.trades = trades;
        this.faults = faults;
        this.bills = bills;
    }

    /**
     * Does what is asked.
     *
     * @return the fields of the answer
     * @throws GatewayRefused if Alipay would say no
     */
    Map<String, String> answer(GatewayRequest request) {
        return switch (request.method()) {
            case "alipay.trade.query" -> query(request);
            case "alipay.trade.close" -> close(request);
            case "alipay.trade.cancel" -> cancel(request);
            case "alipay.trade.refund" -> refund(request);
            case "alipay.trade.fastpay.refund.query" -> refundQuery(request);
            case "alipay.data.dataservice.bill.downloadurl.query" -> bill(request);
            default -> throw GatewayRefused.invalid("method");
        };
    }

    /** The order that a request is about, also if it names Alipay's number only; empty if there is none. */
    String order(GatewayRequest request) {
        try {
            return request.field("out_trade_no").isEmpty() ? find(request).outTradeNo() : request.field("out_trade_no");
        } catch (GatewayRefused unknown) {
            return "";
        }
    }

    private Trade find(GatewayRequest request) {
        request.needsATrade();
        return trades.find(request.field("out_trade_no"), request.field("trade_no"));
    }

    private Map<String, String> query(GatewayRequest request) {
        var trade = find(request);
        var answer = about(trade);
        answer.put("trade_status", trade.status().name());
        answer.put("total_amount", trade.amount().yuan());
        answer.put("buyer_logon_id", trade.buyer() + "***@local");
        answer.put("buyer_user_id", AlipayNumbers.buyer(trade.buyer()));
        answer.put("point_amount", "0.00");
        answer.put("invoice_amount", "0.00");
        answer.put("receipt_amount", trade.wasPaid() ? trade.amount().yuan() : "0.00");
        answer.put("buyer_pay_amount", trade.wasPaid() ? trade.amount().yuan() : "0.00");
        trade.paid().ifPresent(paid -> answer.put("send_pay_date", SandboxTimeFormat.text(paid)));
        return answer;
    }

    private Map<String, String> close(GatewayRequest request) {
        request.needsATrade();
        return about(trades.close(request.field("out_trade_no"), request.field("trade_no")));
    }

    /** Closes what is not paid, pays back what is, and has nothing against what does not exist. */
    private Map<String, String> cancel(GatewayRequest request) {
        var answer = new LinkedHashMap<String, String>();
        answer.put("retry_flag", "N");
        Trade trade;
        try {
            trade = find(request);
        } catch (GatewayRefused notThere) {
            return answer;
        }
        answer.putAll(about(trade));
        if (trade.waits()) {
            trades.close(trade.outTradeNo(), trade.id());
            answer.put("action", "close");
        } else if (trade.wasPaid() && trade.refunds().isEmpty()) {
            trades.refund(trade, "cancel-" + trade.id(), trade.amount(), true);
            answer.put("action", "refund");
        }
        return answer;
    }

    private Map<String, String> refund(GatewayRequest request) {
        var found = find(request);
        var requestNo = request.field("out_request_no");
        var amount = amount(request);
        var atOnce = faults.hit(FaultKind.REFUND_NOT_DONE, found.outTradeNo(), request.method())
                .isEmpty();
        var moved = trades.refund(found, requestNo.isEmpty() ? found.outTradeNo() : requestNo, amount, atOnce);
        var trade = trades.find("", found.id());
        var answer = about(trade);
        answer.put("buyer_logon_id", trade.buyer() + "***@local");
        answer.put("buyer_user_id", AlipayNumbers.buyer(trade.buyer()));
        answer.put("fund_change", moved ? "Y" : "N");
        answer.put("refund_fee", trade.paidBack().yuan());
        return answer;
    }

    private static SandboxAmount amount(GatewayRequest request) {
        try {
            return SandboxAmount.ofYuan(request.field("refund_amount"));
        } catch (IllegalArgumentException e) {
            throw GatewayRefused.business("ACQ.INVALID_PARAMETER", "refund_amount 无效 / invalid");
        }
    }

    /** Of a refund that is not there or not done, Alipay says nothing but that all is well. */
    private Map<String, String> refundQuery(GatewayRequest request) {
        var trade = find(request);
        var refund = trade.refund(request.field("out_request_no"))
                .filter(found -> found.done().isPresent());
        return refund.map(found -> about(trade, found)).orElseGet(LinkedHashMap::new);
    }

    private static Map<String, String> about(Trade trade, Refund refund) {
        var answer = about(trade);
        answer.put("out_request_no", refund.requestNo());
        answer.put("total_amount", trade.amount().yuan());
        answer.put("refund_amount", refund.amount().yuan());
        answer.put("refund_status", "REFUND_SUCCESS");
        refund.done().ifPresent(done -> answer.put("gmt_refund_pay", SandboxTimeFormat.text(done)));
        return answer;
    }

    private Map<String, String> bill(GatewayRequest request) {
        if (!request.field("bill_type").equals("trade")) {
            throw GatewayRefused.business("ACQ.INVALID_PARAMETER", "bill_type 无效 / only trade bills are made");
        }
        var answer = new LinkedHashMap<String, String>();
        answer.put("bill_download_url", bills.address(day(request)));
        return answer;
    }

    private static LocalDate day(GatewayRequest request) {
        try {
            return LocalDate.parse(request.field("bill_date"));
        } catch (DateTimeParseException e) {
            throw GatewayRefused.business("ACQ.INVALID_PARAMETER", "bill_date 无效 / invalid");
        }
    }

    private static Map<String, String> about(Trade trade) {
        var answer = new LinkedHashMap<String, String>();
        answer.put("trade_no", trade.id());
        answer.put("out_trade_no", trade.outTradeNo());
        return answer;
    }
}
