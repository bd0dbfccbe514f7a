package stampede.money;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MoneyTests {

    @ParameterizedTest
    @CsvSource({"0, 0.00", "1, 0.01", "10, 0.10", "1990, 19.90", "123456789, 1234567.89"})
    void isWrittenAndReadInYuan(long fen, String yuan) {
        assertThat(new Money(fen).yuan()).isEqualTo(yuan);
        assertThat(Money.ofYuan(yuan)).isEqualTo(new Money(fen));
    }

    @Test
    void readsFewerDecimals() {
        assertThat(Money.ofYuan("19")).isEqualTo(new Money(1900));
        assertThat(Money.ofYuan("19.9")).isEqualTo(new Money(1990));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-1", "1.234", "1,00", ".5", "1.", "1e3", " 1", "¥1", "12345678901234"})
    void readsNothingElse(String text) {
        assertThatThrownBy(() -> Money.ofYuan(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void isNeverNegativeAndNeverOverflows() {
        assertThatThrownBy(() -> new Money(-1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Money(Long.MAX_VALUE).times(2)).isInstanceOf(ArithmeticException.class);
        assertThatThrownBy(() -> new Money(Long.MAX_VALUE).plus(new Money(1))).isInstanceOf(ArithmeticException.class);
    }

    @Test
    void writesTheDigitsThatAlipayReads() {
        var before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
            assertThat(new Money(1905).yuan()).isEqualTo("19.05");
        } finally {
            Locale.setDefault(before);
        }
    }
}
