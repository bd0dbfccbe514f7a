package stampede.channel;

import java.util.Locale;

/**
 * A text in both languages of the shop.
 *
 * @param zh in Chinese; empty if there is none
 * @param en in English; empty if there is none
 */
public record LocalizedText(String zh, String en) {

    /** A text that is the same in both. */
    public static LocalizedText same(String text) {
        return new LocalizedText(text, text);
    }

    /** In this language, or in the other one where that is empty. */
    public String in(Locale language) {
        var isChinese = language.getLanguage().equals(Locale.CHINESE.getLanguage());
        var wanted = isChinese ? zh : en;
        return wanted.isEmpty() ? (isChinese ? en : zh) : wanted;
    }
}
