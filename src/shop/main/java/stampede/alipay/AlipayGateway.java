package stampede.alipay;

import com.alipay.api.AlipayApiException;
import com.alipay.api.AlipayClient;
import com.alipay.api.AlipayRequest;
import com.alipay.api.AlipayResponse;
import com.alipay.api.DefaultAlipayClient;
import com.alipay.api.internal.util.AlipayLogger;
import com.google.common.base.Throwables;
import java.io.IOException;
import java.time.Duration;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Signs requests with the app's key, sends them to Alipay's gateway, and names whatever comes back or does not. */
final class AlipayGateway {

    private static final String SIGNED_WITH = "RSA2";

    /** How the SDK's messages for a signature that is not Alipay's begin, and what one of another key's length says. */
    private static final String WRONG_SIGNATURE = "sign check fail: check Sign";

    private static final String UNFIT_SIGNATURE = "验签遭遇异常";

    static {
        // It writes whole requests, signatures included. Off for the whole program: there is no other switch.
        AlipayLogger.setNeedEnableLogger(false);
    }

    private final AlipayClient client;
    private final JsonMapper json;
    private final AlipayAnswers answers;

    /** @param timeout for the connection, and then for the answer */
    AlipayGateway(
            AlipayProperties properties, AlipayKeys keys, Duration timeout, JsonMapper json, AlipayAnswers answers) {
        this.client = DefaultAlipayClient.builder(
                        properties.gateway().toString(), properties.appId(), keys.appPrivateKey())
                .format("json")
                .charset("UTF-8")
                .signType(SIGNED_WITH)
                .alipayPublicKey(keys.alipayPublicKey())
                .connectTimeout((int) timeout.toMillis())
                .readTimeout((int) timeout.toMillis())
                .build();
        this.json = json;
        this.answers = answers;
    }

    /** Asks Alipay. */
    <T extends AlipayResponse> GatewayReply<T> ask(AlipayRequest<T> request) {
        var reply = send(request);
        answers.record(reply);
        return reply;
    }

    /**
     * The SDK throws what it likes at answers that are not Alipay's, wrapped once or twice; none of it is a no.
     */
    @SuppressWarnings("IllegalCatch")
    private <T extends AlipayResponse> GatewayReply<T> send(AlipayRequest<T> request) {
        try {
            return check(client.execute(request));
        } catch (AlipayApiException | RuntimeException failure) {
            return failed(failure);
        }
    }

    /** The address that a browser opens. Asks nobody. */
    String address(AlipayRequest<?> request) {
        return signed(() -> client.pageExecute(request, "GET"));
    }

    /** A form that a browser posts. Asks nobody. */
    String form(AlipayRequest<?> request) {
        return signed(() -> client.pageExecute(request, "POST"));
    }

    /** The parameters that an app hands over. Asks nobody. */
    String parameters(AlipayRequest<?> request) {
        return signed(() -> client.sdkExecute(request));
    }

    private <T extends AlipayResponse> GatewayReply<T> check(T answer) {
        var signed = isSigned(answer);
        if ("10000".equals(answer.getCode())) {
            return signed ? new GatewayReply.Granted<>(answer) : new GatewayReply.NotAlipays<>();
        }
        var code = answer.getSubCode() == null ? "" : answer.getSubCode();
        return code.isEmpty() || isUnsure(answer.getCode(), code)
                ? new GatewayReply.Silence<>("code " + answer.getCode() + " " + code)
                : new GatewayReply.Refused<>(code, signed);
    }

    /** The SDK has verified a signature if there is one, but lets refusals without any pass. */
    private boolean isSigned(AlipayResponse answer) {
        try {
            return !json.readTree(answer.getBody()).path("sign").asString("").isEmpty();
        } catch (JacksonException notJson) {
            return false;
        }
    }

    /** Alipay had trouble of its own, or is still at it. */
    private static boolean isUnsure(String code, String subCode) {
        return "20000".equals(code)
                || "10003".equals(code)
                || subCode.contains("SYSTEM_ERROR")
                || subCode.startsWith("aop.")
                || subCode.startsWith("isp.unknow");
    }

    /** Never with the exception's own words: they may be the whole answer. */
    private static <T extends AlipayResponse> GatewayReply<T> failed(Exception failure) {
        for (var cause : Throwables.getCausalChain(failure)) {
            if (cause instanceof IOException) {
                return new GatewayReply.Silence<>(
                        "no answer: " + cause.getClass().getSimpleName());
            }
            var message = String.valueOf(cause.getMessage());
            if (message.startsWith(WRONG_SIGNATURE) || message.contains(UNFIT_SIGNATURE)) {
                return new GatewayReply.NotAlipays<>();
            }
        }
        return new GatewayReply.Silence<>("an answer that cannot be read");
    }

    private static String signed(Signing signing) {
        try {
            return signing.sign().getBody();
        } catch (AlipayApiException impossible) {
            throw new IllegalStateException("The app's key was checked at start, but does not sign", impossible);
        }
    }

    @FunctionalInterface
    private interface Signing {

        AlipayResponse sign() throws AlipayApiException;
    }
}
