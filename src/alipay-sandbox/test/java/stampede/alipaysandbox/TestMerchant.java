package stampede.alipaysandbox;

import com.alipay.api.AlipayApiException;
import com.alipay.api.AlipayClient;
import com.alipay.api.AlipayConfig;
import com.alipay.api.AlipayRequest;
import com.alipay.api.AlipayResponse;
import com.alipay.api.DefaultAlipayClient;
import com.alipay.api.domain.AlipayTradeAppPayModel;
import com.alipay.api.domain.AlipayTradeCloseModel;
import com.alipay.api.domain.AlipayTradeFastpayRefundQueryModel;
import com.alipay.api.domain.AlipayTradePagePayModel;
import com.alipay.api.domain.AlipayTradeQueryModel;
import com.alipay.api.domain.AlipayTradeRefundModel;
import com.alipay.api.request.AlipayTradeAppPayRequest;
import com.alipay.api.request.AlipayTradeCloseRequest;
import com.alipay.api.request.AlipayTradeFastpayRefundQueryRequest;
import com.alipay.api.request.AlipayTradePagePayRequest;
import com.alipay.api.request.AlipayTradeQueryRequest;
import com.alipay.api.request.AlipayTradeRefundRequest;
import com.alipay.api.response.AlipayTradeCloseResponse;
import com.alipay.api.response.AlipayTradeFastpayRefundQueryResponse;
import com.alipay.api.response.AlipayTradeQueryResponse;
import com.alipay.api.response.AlipayTradeRefundResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.UUID;

/** A shop that talks to the local Alipay with Alipay's own SDK, which signs requests and verifies answers by its own lights. */
final class TestMerchant {

    private final AlipayClient client;
    private final String notifyUrl;

    TestMerchant(String gateway, Path privateKey, Path alipaysKey, String notifyUrl) {
        this.notifyUrl = notifyUrl;
        try {
            var config = new AlipayConfig();
            config.setServerUrl(gateway);
            config.setAppId(LocalAlipay.APP_ID);
            config.setSignType("RSA2");
            config.setCharset("UTF-8");
            config.setPrivateKey(bare(privateKey));
            config.setAlipayPublicKey(bare(alipaysKey));
            this.client = new DefaultAlipayClient(config);
        } catch (AlipayApiException e) {
            throw new IllegalStateException(e);
        }
    }

    /** One at the shared local Alipay, whose notifications go to this address. */
    static TestMerchant at(LocalAlipay alipay, String notifyUrl) {
        return new TestMerchant(
                alipay.address() + "/gateway.do", alipay.key("app-private"), alipay.key("alipay-public"), notifyUrl);
    }

    private static String bare(Path key) {
        try {
            return Files.readString(key).replaceAll("-----[A-Z ]+-----|\\s", "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String newOrder() {
        return UUID.randomUUID().toString().replace('-', '_');
    }

    URI payPage(String order, String yuan) {
        return payPage(order, yuan, Instant.now().plusSeconds(300));
    }

    URI payPage(String order, String yuan, Instant expires) {
        var model = new AlipayTradePagePayModel();
        model.setOutTradeNo(order);
        model.setSubject("Tea, 茶 & 100%".replace("&", "and"));
        model.setTotalAmount(yuan);
        model.setProductCode("FAST_INSTANT_TRADE_PAY");
        model.setTimeExpire(SandboxTimeFormat.text(expires));
        var request = new AlipayTradePagePayRequest();
        request.setBizModel(model);
        request.setNotifyUrl(notifyUrl);
        request.setReturnUrl("http://127.0.0.1:9/back?from=alipay");
        try {
            return URI.create(client.pageExecute(request, "GET").getBody());
        } catch (AlipayApiException e) {
            throw new IllegalStateException(e);
        }
    }

    String orderString(String order, String yuan) {
        var model = new AlipayTradeAppPayModel();
        model.setOutTradeNo(order);
        model.setSubject("Tea");
        model.setTotalAmount(yuan);
        model.setProductCode("QUICK_MSECURITY_PAY");
        var request = new AlipayTradeAppPayRequest();
        request.setBizModel(model);
        request.setNotifyUrl(notifyUrl);
        try {
            return client.sdkExecute(request).getBody();
        } catch (AlipayApiException e) {
            throw new IllegalStateException(e);
        }
    }

    AlipayTradeQueryResponse query(String order) throws AlipayApiException {
        var model = new AlipayTradeQueryModel();
        model.setOutTradeNo(order);
        var request = new AlipayTradeQueryRequest();
        request.setBizModel(model);
        return client.execute(request);
    }

    AlipayTradeCloseResponse close(String order) throws AlipayApiException {
        var model = new AlipayTradeCloseModel();
        model.setOutTradeNo(order);
        var request = new AlipayTradeCloseRequest();
        request.setBizModel(model);
        return client.execute(request);
    }

    AlipayTradeRefundResponse refund(String order, String number, String yuan) throws AlipayApiException {
        var model = new AlipayTradeRefundModel();
        model.setOutTradeNo(order);
        model.setOutRequestNo(number);
        model.setRefundAmount(yuan);
        var request = new AlipayTradeRefundRequest();
        request.setBizModel(model);
        return client.execute(request);
    }

    AlipayTradeFastpayRefundQueryResponse refundQuery(String order, String number) throws AlipayApiException {
        var model = new AlipayTradeFastpayRefundQueryModel();
        model.setOutTradeNo(order);
        model.setOutRequestNo(number);
        var request = new AlipayTradeFastpayRefundQueryRequest();
        request.setBizModel(model);
        return client.execute(request);
    }

    <T extends AlipayResponse> T execute(AlipayRequest<T> request) throws AlipayApiException {
        return client.execute(request);
    }
}
