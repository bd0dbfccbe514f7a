package stampede.compensation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CauseTextTests {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            value = {
                "java.lang.IllegalStateException: Redis has not been told | IllegalStateException: Redis has not been told",
                "java.lang.IllegalStateException | IllegalStateException",
                "Redis has not been told | Redis has not been told",
                "x.Y$Z: HTTP 503 from host | Y$Z: HTTP 503 from host",
                "x.Dup: Duplicate entry 'Mei Li' for key 'k' | Dup: Duplicate entry … for key …"
            })
    void keepsClassAndFirstLine(String error, String kept) {
        assertThat(CauseText.of(error + "\n\tat x.Y.z(Y.java:77)")).isEqualTo(kept);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x.Y: address 上海市浦东新区世纪大道100号 is too long",
                "x.Y: call 13812345678 or 138-1234-5678 or 138 1234 5678",
                "x.Y: mail mei@example.com",
                "x.Y: token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc-123_DEF",
                "x.Y: key MIIEvQIBADANBgkqhkiG9w0BAQEFAASC",
                "x.Y: {\"name\": Mei, \"address\": Road}",
                "x.Y: value \"Nanjing Road\" and 'unclosed Mei",
                "x.Y: order 912506338154933926"
            })
    void leavesOutWhatMayBeSomebodys(String error) {
        assertThat(CauseText.of(error))
                .startsWith("Y: ")
                .contains("…")
                .doesNotContain("上海", "1381", "5678", "mei@", "eyJ", "MIIE", "Mei", "Road", "9125");
    }

    @Test
    void isShort() {
        assertThat(CauseText.of("x.Y: " + "word ".repeat(1_000))).hasSizeLessThanOrEqualTo(300);
        assertThat(CauseText.of("")).isEmpty();
    }
}
