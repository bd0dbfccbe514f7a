package stampede.testing;

import com.google.errorprone.annotations.FormatMethod;
import java.util.Collection;
import java.util.List;

/** Proofs run in a short form with the suite and whole with {@code -Dproof=full}. They print what they measured. */
public final class Proof {

    /** Marks tests that run only when the proofs are whole. */
    public static final String WHOLE = "whole-proof";

    private static final boolean FULL = "full".equals(System.getProperty("proof"));

    private Proof() {}

    public static boolean isFull() {
        return FULL;
    }

    public static int size(int inTheSuite, int whole) {
        return FULL ? whole : inTheSuite;
    }

    @FormatMethod
    public static void print(String what, Object... figures) {
        System.out.println("PROOF " + what.formatted(figures));
    }

    /** The value that this share of them does not exceed. */
    public static long percentile(Collection<Long> values, double share) {
        List<Long> sorted = values.stream().sorted().toList();
        return sorted.get((int) Math.min(sorted.size() - 1, Math.ceil(sorted.size() * share)));
    }
}
