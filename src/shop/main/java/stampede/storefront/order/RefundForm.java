package stampede.storefront.order;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Pattern;
import stampede.money.Money;

/**
 * What the form for money back sends.
 *
 * @param amount in yuan, as it was typed
 * @param words why
 */
record RefundForm(String amount, String words) {

    /** The longest words, in characters. */
    public static final int LONGEST_WORDS = 200;

    private static final Pattern PRINTABLE = Pattern.compile("(?U)[\\P{Cntrl}\n]*");

    /** Browsers count a line's end as one character and send two. */
    RefundForm {
        amount = amount.strip();
        words = words.strip().replace("\r\n", "\n");
    }

    static RefundForm whole(Money amount) {
        return new RefundForm(amount.yuan(), "");
    }

    /** The names of the fields that cannot be sent as they are. */
    Set<String> mistakes() {
        var mistakes = new LinkedHashSet<String>();
        if (!isMoney()) {
            mistakes.add("amount");
        }
        if (words.length() > LONGEST_WORDS || !PRINTABLE.matcher(words).matches()) {
            mistakes.add("words");
        }
        return mistakes;
    }

    /**
     * The amount.
     *
     * @throws IllegalArgumentException if it is none
     */
    Money money() {
        return Money.ofYuan(amount);
    }

    private boolean isMoney() {
        try {
            return money().fen() > 0;
        } catch (IllegalArgumentException none) {
            return false;
        }
    }
}
