package stampede.alipay;

import com.alipay.api.AlipayRequest;
import com.alipay.api.domain.AlipayTradeAppPayModel;
import com.alipay.api.domain.AlipayTradePagePayModel;
import com.alipay.api.request.AlipayTradeAppPayRequest;
import com.alipay.api.request.AlipayTradePagePayRequest;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;

/** Writes down in Alipay's words what is to be paid. */
final class PayPageWriter {

    /** By Alipay's clock; fractions are cut, so it stops taking money no later than asked. */
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss").withZone(ZoneId.of("Asia/Shanghai"));

    private static final int LONGEST_SUBJECT = 256;

    private PayPageWriter() {}

    static AlipayRequest<?> page(PayRequest request) {
        var model = new AlipayTradePagePayModel();
        model.setProductCode("FAST_INSTANT_TRADE_PAY");
        model.setOutTradeNo(request.outTradeNo());
        model.setSubject(subject(request.subject()));
        model.setTotalAmount(request.amount().yuan());
        model.setTimeExpire(TIME.format(request.payBy()));
        var page = new AlipayTradePagePayRequest();
        page.setBizModel(model);
        page.setNotifyUrl(request.notifyUrl().toString());
        page.setReturnUrl(request.returnUrl().toString());
        return page;
    }

    static AlipayRequest<?> app(PayRequest request) {
        var model = new AlipayTradeAppPayModel();
        model.setProductCode("QUICK_MSECURITY_PAY");
        model.setOutTradeNo(request.outTradeNo());
        model.setSubject(subject(request.subject()));
        model.setTotalAmount(request.amount().yuan());
        model.setTimeExpire(TIME.format(request.payBy()));
        var app = new AlipayTradeAppPayRequest();
        app.setBizModel(model);
        app.setNotifyUrl(request.notifyUrl().toString());
        return app;
    }

    /** Alipay refuses these characters, and half of a surrogate pair is no text. */
    static String subject(String text) {
        var clean = text.replaceAll("[/=&\\p{Cntrl}]", " ").strip();
        if (clean.length() <= LONGEST_SUBJECT) {
            return clean;
        }
        var end = Character.isHighSurrogate(clean.charAt(LONGEST_SUBJECT - 1)) ? LONGEST_SUBJECT - 1 : LONGEST_SUBJECT;
        return clean.substring(0, end);
    }
}
