package stampede.signin.secondfactor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TotpTests {

    private static final byte[] SECRET = "12345678901234567890".getBytes(StandardCharsets.US_ASCII);

    /** RFC 6238, appendix B, HMAC-SHA-1, of which the last six of eight digits are left. */
    @ParameterizedTest
    @CsvSource({
        "59, 287082",
        "1111111109, 081804",
        "1111111111, 050471",
        "1234567890, 005924",
        "2000000000, 279037",
        "20000000000, 353130"
    })
    void makesTheCodesOfTheStandard(long second, String code) {
        assertThat(Totp.codeAt(SECRET, Instant.ofEpochSecond(second))).isEqualTo(code);
        assertThat(Totp.stepOf(SECRET, code, Instant.ofEpochSecond(second))).hasValue(second / 30);
    }

    @Test
    void takesTheCodesBeforeAndAfterAndNoOthers() {
        var now = Instant.ofEpochSecond(1_234_567_890);

        assertThat(Totp.stepOf(SECRET, Totp.codeAt(SECRET, now.minusSeconds(30)), now))
                .isPresent();
        assertThat(Totp.stepOf(SECRET, Totp.codeAt(SECRET, now.plusSeconds(30)), now))
                .isPresent();
        assertThat(Totp.stepOf(SECRET, Totp.codeAt(SECRET, now.minusSeconds(60)), now))
                .isEmpty();
        assertThat(Totp.stepOf(SECRET, Totp.codeAt(SECRET, now.plusSeconds(60)), now))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "5924", "00592", "0059240", "00592四", "abcdef"})
    void takesNothingElseForACode(String text) {
        assertThat(Totp.stepOf(SECRET, text, Instant.ofEpochSecond(1_234_567_890)))
                .isEmpty();
    }

    @Test
    void tellsAppsTheSecretAsTextAndLink() {
        var secret = new TotpSecret(SECRET);

        assertThat(secret.text()).isEqualTo("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
        assertThat(secret.link("ann"))
                .isEqualTo(
                        "otpauth://totp/Stampede%3Aann?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Stampede&algorithm=SHA1&digits=6&period=30");
        assertThat(secret).hasToString("TotpSecret");
    }
}
