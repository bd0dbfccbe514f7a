package stampede.alipaysandbox;

import java.math.BigDecimal;
import java.util.Locale;

/**
 * An amount in whole fen (1/100 yuan), never negative. The shop has its own: a stand-in that shares code with what it checks would share its mistakes.
 *
 * @param fen the amount in fen
 */
public record SandboxAmount(long fen) implements Comparable<SandboxAmount> {

    public SandboxAmount {
        if (fen < 0) {
            throw new IllegalArgumentException("An amount must not be negative: " + fen + " fen");
        }
    }

    /**
     * Reads yuan with at most two decimals, such as {@code 19.9}.
     *
     * @throws IllegalArgumentException if the text is anything else
     */
    public static SandboxAmount ofYuan(String text) {
        if (!text.matches("\\d{1,13}(\\.\\d{1,2})?")) {
            throw new IllegalArgumentException("Not an amount in yuan: " + text);
        }
        return new SandboxAmount(new BigDecimal(text).movePointRight(2).longValueExact());
    }

    public SandboxAmount plus(SandboxAmount other) {
        return new SandboxAmount(Math.addExact(fen, other.fen));
    }

    /** Yuan with two decimals, such as {@code 19.90}: the form Alipay and people read. */
    public String yuan() {
        return fen / 100 + "." + String.format(Locale.ROOT, "%02d", fen % 100);
    }

    @Override
    public int compareTo(SandboxAmount other) {
        return Long.compare(fen, other.fen);
    }

    @Override
    public String toString() {
        return "¥" + yuan();
    }
}
