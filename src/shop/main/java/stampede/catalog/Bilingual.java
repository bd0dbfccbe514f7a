package stampede.catalog;

import java.util.Locale;

/** Which of two texts somebody reads. */
public final class Bilingual {

    private Bilingual() {}

    /** The text in the language, or the other one where that is empty. */
    public static String choose(Locale language, String zh, String en) {
        return language.getLanguage().equals(Locale.CHINESE.getLanguage()) ? first(zh, en) : first(en, zh);
    }

    private static String first(String wanted, String other) {
        return wanted.isEmpty() ? other : wanted;
    }
}
