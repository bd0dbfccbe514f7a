package stampede.mail;

import java.util.Locale;
import java.util.function.Function;

/**
 * What a mail says, in both languages of the shop; the account's is sent.
 *
 * @param english in English
 * @param chinese in Chinese
 * @param path where its link leads in the shop, such as {@code /offers/12}; empty: it has none
 */
public record MailText(Words english, Words chinese, String path) {

    private static final int LONGEST_PATH = 500;

    public MailText {
        if (!path.isEmpty() && (!path.startsWith("/") || path.startsWith("//") || path.length() > LONGEST_PATH)) {
            throw new IllegalArgumentException("Not a path of this shop");
        }
    }

    /**
     * A text whose words are found for each language.
     *
     * @param words is asked for English and for Chinese
     * @param path where its link leads in the shop; empty: it has none
     */
    public static MailText of(Function<Locale, Words> words, String path) {
        return new MailText(words.apply(Locale.ENGLISH), words.apply(Locale.SIMPLIFIED_CHINESE), path);
    }

    /**
     * What a mail says in one language.
     *
     * @param subject one line; what is longer than 200 letters is cut
     * @param text plain lines, with {@code \n} between them; at most 10,000 letters
     */
    public record Words(String subject, String text) {

        private static final int LONGEST_TEXT = 10_000;

        public Words {
            if (text.length() > LONGEST_TEXT) {
                throw new IllegalArgumentException("A mail has at most " + LONGEST_TEXT + " letters");
            }
        }
    }
}
