package stampede.alipay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.mock.env.MockEnvironment;
import stampede.alipaysandbox.LocalAlipay;
import stampede.support.WrongSetup;
import tools.jackson.databind.json.JsonMapper;

/** What a shop finds out about its settings before the first buyer does. */
class AlipaySetupCheckTests {

    @Test
    void saysNothingWhenAllFits() {
        assertThatCode(() -> check(Map.of())).doesNotThrowAnyException();
    }

    @Test
    void knowsAKeyThatIsNotTheApps() {
        assertThatThrownBy(() -> check(Map.of("app-private-key", TestKeys.privateKey(TestKeys.STRANGER))))
                .isInstanceOf(WrongSetup.class)
                .hasMessageStartingWith("STAMPEDE_ALIPAY_APP_PRIVATE_KEY is not the half of the pair");
    }

    @Test
    void knowsAnAppThatAlipayDoesNot() {
        assertThatThrownBy(() -> check(Map.of("app-id", "2021000000000099")))
                .isInstanceOf(WrongSetup.class)
                .hasMessageStartingWith("STAMPEDE_ALIPAY_APP_ID names no app");
    }

    @Test
    void knowsAKeyThatIsNotAlipays() {
        assertThatThrownBy(() -> check(Map.of("public-key", TestKeys.publicKey(TestKeys.STRANGER))))
                .isInstanceOf(WrongSetup.class)
                .hasMessageStartingWith("STAMPEDE_ALIPAY_PUBLIC_KEY does not fit");
        assertThatThrownBy(() -> check(Map.of("public-key", TestKeys.publicKey(TestKeys.rsa(3072)))))
                .as("of another length")
                .isInstanceOf(WrongSetup.class)
                .hasMessageStartingWith("STAMPEDE_ALIPAY_PUBLIC_KEY does not fit");
    }

    @Test
    @ExtendWith(OutputCaptureExtension.class)
    void letsAShopStartWhileAlipayIsAway(CapturedOutput output) {
        assertThatCode(() -> check(Map.of("gateway", "http://127.0.0.1:9/gateway.do")))
                .doesNotThrowAnyException();
        assertThat(output).contains("Alipay does not say whether its settings are right");
    }

    @Test
    void wantsAnAppASellerAndHttpsInProduction() {
        assertThatThrownBy(() -> start(Map.of("app-id", " "))).hasMessage("STAMPEDE_ALIPAY_APP_ID is not set.");
        assertThatThrownBy(() -> start(Map.of("seller-id", ""))).hasMessage("STAMPEDE_ALIPAY_SELLER_ID is not set.");
        assertThatThrownBy(() -> start(Map.of(), "production"))
                .isInstanceOf(WrongSetup.class)
                .hasMessageContaining("production takes HTTPS only");
        assertThatCode(() -> start(Map.of("gateway", "https://openapi.alipay.com/gateway.do"), "production"))
                .doesNotThrowAnyException();
    }

    private static void start(Map<String, String> changed, String... profiles) {
        var environment = new MockEnvironment();
        environment.setActiveProfiles(profiles);
        new AlipayConfiguration().alipayKeys(properties(changed), environment);
    }

    private static void check(Map<String, String> changed) {
        var properties = properties(changed);
        new AlipayConfiguration()
                .alipaySetupCheck(properties, AlipayKeys.of(properties), new JsonMapper(), new AlipayAnswers())
                .afterSingletonsInstantiated();
    }

    /** The local Alipay's settings, some of them changed. */
    private static AlipayProperties properties(Map<String, String> changed) {
        var settings = new HashMap<String, String>();
        LocalAlipay.shared()
                .settings()
                .forEach((name, value) -> settings.put(name.substring("stampede.alipay.".length()), value));
        settings.putAll(changed);
        return new AlipayProperties(
                URI.create(settings.getOrDefault("gateway", "")),
                settings.getOrDefault("app-id", ""),
                settings.getOrDefault("seller-id", ""),
                settings.getOrDefault("app-private-key", ""),
                settings.getOrDefault("public-key", ""),
                Duration.ofSeconds(5));
    }
}
