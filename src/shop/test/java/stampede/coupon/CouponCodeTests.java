package stampede.coupon;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class CouponCodeTests {

    private static final String ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

    private final CouponCode code = CouponCode.random();

    @Test
    void hasTwelveLettersThatAreNotTakenForEachOther() {
        assertThat(code.letters()).matches("[0-9A-HJKMNP-TV-Z]{12}");
        assertThat(code.spaced()).matches("\\S{4}-\\S{4}-\\S{4}");
        assertThat(CouponCode.random()).isNotEqualTo(code);
    }

    @Test
    void isReadAsPeopleTypeIt() {
        assertThat(CouponCode.read(code.letters())).contains(code);
        assertThat(CouponCode.read(" " + code.spaced() + " ")).contains(code);
        assertThat(CouponCode.read(code.letters()
                        .toLowerCase(Locale.ROOT)
                        .replace('0', 'o')
                        .replace('1', 'l')))
                .contains(code);
    }

    @RepeatedTest(20)
    void showsEveryLetterThatIsWrong() {
        for (int at = 0; at < 12; at++) {
            for (int letter = 0; letter < ALPHABET.length(); letter++) {
                var typed = code.letters().substring(0, at)
                        + ALPHABET.charAt(letter)
                        + code.letters().substring(at + 1);
                assertThat(CouponCode.read(typed).isPresent()).isEqualTo(typed.equals(code.letters()));
            }
        }
    }

    @RepeatedTest(20)
    void showsTwoLettersThatChangedPlaces() {
        IntStream.range(0, 11).forEach(at -> {
            var letters = code.letters();
            var typed =
                    letters.substring(0, at) + letters.charAt(at + 1) + letters.charAt(at) + letters.substring(at + 2);
            assertThat(CouponCode.read(typed).isPresent()).isEqualTo(typed.equals(letters));
        });
    }

    @Test
    void isNothingElse() {
        assertThat(CouponCode.read("")).isEmpty();
        assertThat(CouponCode.read(code.letters().substring(1))).isEmpty();
        assertThat(CouponCode.read(code.letters() + "0")).isEmpty();
        assertThat(CouponCode.read("U".repeat(12))).isEmpty();
        assertThat(CouponCode.read("\u00c4".repeat(12))).isEmpty();
    }

    @Test
    void isInNoLog() {
        assertThat(code.toString()).doesNotContain(code.letters());
    }
}
