package stampede.alipay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static stampede.alipay.TestKeys.APP;
import static stampede.alipay.TestKeys.privateKey;
import static stampede.alipay.TestKeys.publicKey;

import java.net.URI;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import stampede.money.Money;

/** What the shop does not take from Alipay's SDK. */
class AlipaySdkTests {

    /** The whole suite runs without them. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "com.alibaba.fastjson.JSON",
                "org.dom4j.Document",
                "okhttp3.OkHttpClient",
                "org.bouncycastle.jce.provider.BouncyCastleProvider"
            })
    void whatWasExcludedStaysExcluded(String type) {
        assertThatThrownBy(() -> Class.forName(type)).isInstanceOf(ClassNotFoundException.class);
    }

    /** Without Spring Boot's settings everything from DEBUG up is printed, so only what is switched off is missing. */
    @Test
    @ExtendWith(OutputCaptureExtension.class)
    void writesNoSignatureAndNoKeyWhateverGoesWrong(CapturedOutput output) {
        try (var gateway = new OddGateway()) {
            var alipay = gateway.asked();
            var page = alipay.payPage(new PayRequest(
                    "42",
                    "Teapot",
                    new Money(1990),
                    Instant.EPOCH,
                    URI.create("http://a.example"),
                    URI.create("http://b.example")));
            var answer = "{\"code\":\"10000\",\"out_trade_no\":\"42\",\"trade_no\":\"T1\"}";
            for (var odd : new String[] {
                "",
                "<html>secret words of a proxy</html>",
                OddGateway.signed("alipay_trade_query", answer, TestKeys.STRANGER),
                OddGateway.signed("alipay_trade_query", answer, TestKeys.rsa(3072)),
                OddGateway.unsigned("alipay_trade_query", answer)
            }) {
                gateway.answering(200, odd);
                alipay.query("42");
                gateway.answering(500, odd);
                alipay.query("42");
            }
            alipay.hasSigned(Map.of("notify_id", "a secret", "sign", "c2hvcnQ=", "sign_type", "RSA2"));

            assertThat(page.toString()).contains("sign=");
            assertThat(output.getAll())
                    .doesNotContain("sign=")
                    .doesNotContain("sign\":")
                    .doesNotContain("biz_content")
                    .doesNotContain("secret")
                    .doesNotContain("c2hvcnQ")
                    .doesNotContain(privateKey(APP).substring(0, 60))
                    .doesNotContain(publicKey(TestKeys.ALIPAY).substring(0, 60));
        }
    }
}
