package stampede.money;

import java.math.BigDecimal;
import java.util.Locale;

/**
 * An amount of money in whole fen (1/100 yuan), never negative.
 *
 * @param fen the amount in fen
 */
public record Money(long fen) implements Comparable<Money> {

    public Money {
        if (fen < 0) {
            throw new IllegalArgumentException("Money must not be negative: " + fen + " fen");
        }
    }

    /**
     * Reads yuan with at most two decimals, such as {@code 19.9}.
     *
     * @throws IllegalArgumentException if the text is anything else
     */
    public static Money ofYuan(String text) {
        if (!text.matches("\\d{1,13}(\\.\\d{1,2})?")) {
            throw new IllegalArgumentException("Not an amount in yuan: " + text);
        }
        return new Money(new BigDecimal(text).movePointRight(2).longValueExact());
    }

    public Money plus(Money other) {
        return new Money(Math.addExact(fen, other.fen));
    }

    public Money times(int units) {
        return new Money(Math.multiplyExact(fen, units));
    }

    /** Yuan with two decimals, such as {@code 19.90}: the form Alipay and people read. */
    public String yuan() {
        return fen / 100 + "." + String.format(Locale.ROOT, "%02d", fen % 100);
    }

    @Override
    public int compareTo(Money other) {
        return Long.compare(fen, other.fen);
    }

    @Override
    public String toString() {
        return "¥" + yuan();
    }
}
