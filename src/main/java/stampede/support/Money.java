package stampede.support;

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

    public Money times(int units) {
        return new Money(Math.multiplyExact(fen, units));
    }

    /** Yuan with two decimals, such as {@code 19.90}: the form Alipay and people read. */
    public String yuan() {
        return fen / 100 + "." + String.format("%02d", fen % 100);
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
