package stampede.alipay;

import com.alipay.api.domain.AlipayTradeQueryModel;
import com.alipay.api.request.AlipayTradeQueryRequest;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.scheduling.annotation.Scheduled;
import stampede.support.WrongSetup;

/**
 * Finds out at start whether Alipay knows the app, fits its key to ours and signs with the key we were given, by asking about a
 * trade that does not exist. What Alipay says no to stops the start. That it says nothing does not: an Alipay that is away must
 * not keep a shop from starting, so it is asked in the background until it has answered once.
 */
final class AlipaySetupCheck implements SmartInitializingSingleton {

    private static final Logger log = LoggerFactory.getLogger(AlipaySetupCheck.class);
    private static final String NO_TRADE = "stampede_setup_check";

    private final AlipayGateway gateway;
    private volatile boolean answered;

    AlipaySetupCheck(AlipayGateway gateway) {
        this.gateway = gateway;
    }

    @Override
    public void afterSingletonsInstantiated() {
        check();
    }

    @Scheduled(initialDelay = 30, fixedDelay = 30, timeUnit = TimeUnit.SECONDS)
    void askAgain() {
        if (!answered) {
            try {
                check();
            } catch (WrongSetup wrong) {
                log.error("{} {}", wrong.getMessage(), wrong.remedy());
            }
        }
    }

    private void check() {
        var reply = gateway.ask(question());
        answered = !(reply instanceof GatewayReply.Silence<?>);
        if (!answered) {
            log.warn("Alipay does not say whether its settings are right ({}); it will be asked again", reply.why());
        }
        mistake(reply).ifPresent(wrong -> {
            throw wrong;
        });
    }

    private static AlipayTradeQueryRequest question() {
        var model = new AlipayTradeQueryModel();
        model.setOutTradeNo(NO_TRADE);
        var question = new AlipayTradeQueryRequest();
        question.setBizModel(model);
        return question;
    }

    private static Optional<WrongSetup> mistake(GatewayReply<?> reply) {
        if (reply instanceof GatewayReply.NotAlipays<?>) {
            return Optional.of(new WrongSetup(
                    AlipayKeys.PUBLIC_KEY + " does not fit what the gateway signs.",
                    "Copy the key that is named Alipay's public key (支付宝公钥) from the page of the same app, at the same"
                            + " Alipay as STAMPEDE_ALIPAY_GATEWAY."));
        }
        if (!(reply instanceof GatewayReply.Refused<?> refused)) {
            return Optional.empty();
        }
        return switch (refused.code()) {
            case "isv.invalid-signature", "isv.missing-signature" ->
                Optional.of(
                        new WrongSetup(
                                AlipayKeys.APP_PRIVATE_KEY
                                        + " is not the half of the pair whose public key Alipay has for this app.",
                                "Upload the public key that belongs to it, or give the private key that belongs to the one uploaded."));
            case "isv.invalid-app-id", "isv.missing-app-id" ->
                Optional.of(new WrongSetup(
                        "STAMPEDE_ALIPAY_APP_ID names no app that Alipay knows.",
                        "Copy the id of the app from the same Alipay as STAMPEDE_ALIPAY_GATEWAY: the sandbox and the real one"
                                + " do not know each other's."));
            default -> Optional.empty();
        };
    }
}
