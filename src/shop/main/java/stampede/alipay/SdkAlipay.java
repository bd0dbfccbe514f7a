package stampede.alipay;

import com.alipay.api.AlipayObject;
import com.alipay.api.AlipayRequest;
import com.alipay.api.AlipayResponse;
import com.alipay.api.domain.AlipayTradeCloseModel;
import com.alipay.api.domain.AlipayTradeFastpayRefundQueryModel;
import com.alipay.api.domain.AlipayTradeQueryModel;
import com.alipay.api.domain.AlipayTradeRefundModel;
import com.alipay.api.request.AlipayTradeCloseRequest;
import com.alipay.api.request.AlipayTradeFastpayRefundQueryRequest;
import com.alipay.api.request.AlipayTradeQueryRequest;
import com.alipay.api.request.AlipayTradeRefundRequest;
import com.alipay.api.response.AlipayTradeCloseResponse;
import com.alipay.api.response.AlipayTradeFastpayRefundQueryResponse;
import com.alipay.api.response.AlipayTradeQueryResponse;
import com.alipay.api.response.AlipayTradeRefundResponse;
import java.net.URI;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Date;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import stampede.money.Money;

/**
 * Alipay through its SDK. An answer counts only if Alipay signed it and it is about what was asked: one that was replayed for
 * another trade is no answer.
 */
final class SdkAlipay implements Alipay {

    private final AlipayProperties properties;
    private final AlipayGateway gateway;
    private final NotificationSignature signature;
    private final BillFetcher billFetcher;

    SdkAlipay(
            AlipayProperties properties,
            AlipayGateway gateway,
            NotificationSignature signature,
            BillFetcher billFetcher) {
        this.properties = properties;
        this.gateway = gateway;
        this.signature = signature;
        this.billFetcher = billFetcher;
    }

    @Override
    public URI payPage(PayRequest request) {
        return URI.create(gateway.address(PayPageWriter.page(request)));
    }

    @Override
    public String payForm(PayRequest request) {
        return gateway.form(PayPageWriter.page(request));
    }

    @Override
    public String payOrderString(PayRequest request) {
        return gateway.parameters(PayPageWriter.app(request));
    }

    @Override
    public QueryAnswer query(String outTradeNo) {
        var model = new AlipayTradeQueryModel();
        model.setOutTradeNo(outTradeNo);
        return query(model, trade -> trade.outTradeNo().equals(outTradeNo));
    }

    @Override
    public QueryAnswer queryTrade(String tradeNo) {
        var model = new AlipayTradeQueryModel();
        model.setTradeNo(tradeNo);
        return query(model, trade -> trade.tradeNo().equals(tradeNo));
    }

    @Override
    public CloseAnswer close(String outTradeNo) {
        var model = new AlipayTradeCloseModel();
        model.setOutTradeNo(outTradeNo);
        var reply = ask(new AlipayTradeCloseRequest(), model);
        if (reply instanceof GatewayReply.Granted<AlipayTradeCloseResponse> granted) {
            return outTradeNo.equals(granted.answer().getOutTradeNo()) ? CloseAnswer.CLOSED : CloseAnswer.UNKNOWN;
        }
        return reply instanceof GatewayReply.Refused<?> refused && refused.signed()
                ? AlipayErrorCodes.toClose(refused.code())
                : CloseAnswer.UNKNOWN;
    }

    @Override
    public RefundAnswer refund(RefundRequest request) {
        var model = new AlipayTradeRefundModel();
        model.setTradeNo(request.tradeNo());
        model.setOutTradeNo(request.outTradeNo());
        model.setOutRequestNo(request.requestNo());
        model.setRefundAmount(request.amount().yuan());
        var reply = ask(new AlipayTradeRefundRequest(), model);
        if (reply instanceof GatewayReply.Granted<AlipayTradeRefundResponse> granted) {
            return refunded(request, granted.answer());
        }
        return notRefunded(reply);
    }

    @Override
    public RefundAnswer refundStatus(RefundRequest request) {
        var model = new AlipayTradeFastpayRefundQueryModel();
        model.setTradeNo(request.tradeNo());
        model.setOutTradeNo(request.outTradeNo());
        model.setOutRequestNo(request.requestNo());
        var reply = ask(new AlipayTradeFastpayRefundQueryRequest(), model);
        if (reply instanceof GatewayReply.Granted<AlipayTradeFastpayRefundQueryResponse> granted) {
            return refundKnown(request, granted.answer());
        }
        return notRefunded(reply);
    }

    @Override
    public BillAnswer bill(LocalDate day) {
        return billFetcher.of(day);
    }

    @Override
    public boolean hasSigned(Map<String, String> notification) {
        return signature.fits(notification);
    }

    @Override
    public String appId() {
        return properties.appId();
    }

    @Override
    public String sellerId() {
        return properties.sellerId();
    }

    private <T extends AlipayResponse> GatewayReply<T> ask(AlipayRequest<T> request, AlipayObject model) {
        request.setBizModel(model);
        return gateway.ask(request);
    }

    private QueryAnswer query(AlipayTradeQueryModel model, Predicate<QueryAnswer.Trade> isAskedFor) {
        var reply = ask(new AlipayTradeQueryRequest(), model);
        if (reply instanceof GatewayReply.Granted<AlipayTradeQueryResponse> granted) {
            return trade(granted.answer())
                    .filter(isAskedFor)
                    .<QueryAnswer>map(trade -> trade)
                    .orElseGet(() -> new QueryAnswer.Unknown("an answer about something else"));
        }
        if (reply instanceof GatewayReply.Refused<?> refused
                && refused.signed()
                && AlipayErrorCodes.isNotExist(refused.code())) {
            return new QueryAnswer.NotExist();
        }
        return new QueryAnswer.Unknown(reply.why());
    }

    private static Optional<QueryAnswer.Trade> trade(AlipayTradeQueryResponse answer) {
        return TradeStatus.of(String.valueOf(answer.getTradeStatus()))
                .flatMap(status -> yuan(answer.getTotalAmount())
                        .filter(amount -> answer.getTradeNo() != null && answer.getOutTradeNo() != null)
                        .map(amount -> new QueryAnswer.Trade(
                                answer.getTradeNo(),
                                answer.getOutTradeNo(),
                                status,
                                amount,
                                instant(answer.getSendPayDate()))));
    }

    /** 10000 says only that Alipay took the request. */
    private static RefundAnswer refunded(RefundRequest request, AlipayTradeRefundResponse answer) {
        if (!request.tradeNo().equals(answer.getTradeNo())) {
            return new RefundAnswer.Unknown("an answer about another trade");
        }
        return "Y".equals(answer.getFundChange()) ? new RefundAnswer.Done() : new RefundAnswer.NotYet();
    }

    private static RefundAnswer refundKnown(RefundRequest request, AlipayTradeFastpayRefundQueryResponse answer) {
        var amount = yuan(answer.getRefundAmount());
        if (amount.isEmpty()) {
            return new RefundAnswer.NotYet();
        }
        if (!request.tradeNo().equals(answer.getTradeNo())
                || !request.requestNo().equals(answer.getOutRequestNo())
                || !request.amount().equals(amount.get())) {
            return new RefundAnswer.Unknown("an answer about another refund");
        }
        // Gateways of old return a refund without a status; one that names a status names this one when the money went.
        var status = answer.getRefundStatus();
        return status == null || status.isEmpty() || "REFUND_SUCCESS".equals(status)
                ? new RefundAnswer.Done()
                : new RefundAnswer.NotYet();
    }

    private static RefundAnswer notRefunded(GatewayReply<?> reply) {
        return reply instanceof GatewayReply.Refused<?> refused && refused.signed()
                ? new RefundAnswer.Refused(refused.code(), AlipayErrorCodes.isForGood(refused.code()))
                : new RefundAnswer.Unknown(reply.why());
    }

    private static Optional<Money> yuan(@Nullable String text) {
        if (text == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(Money.ofYuan(text));
        } catch (IllegalArgumentException notMoney) {
            return Optional.empty();
        }
    }

    private static Optional<Instant> instant(@Nullable Date date) {
        return Optional.ofNullable(date).map(Date::toInstant);
    }
}
