package stampede.site;

import java.util.Locale;

/** A language that pages can be read in. */
public enum Language {
    ENGLISH(Locale.ENGLISH),
    CHINESE(Locale.SIMPLIFIED_CHINESE);

    /** The cookie that keeps which one was chosen. */
    static final String COOKIE = "lang";

    private final Locale locale;

    Language(Locale locale) {
        this.locale = locale;
    }

    /** The locale whose words and formats it uses. */
    public Locale locale() {
        return locale;
    }

    /** How it is written down, such as {@code zh}. */
    public String tag() {
        return locale.getLanguage();
    }

    Language other() {
        return this == CHINESE ? ENGLISH : CHINESE;
    }

    /** Whether it is the name of the cookie that keeps which one was chosen. */
    public static boolean isCookie(String name) {
        return name.equals(COOKIE);
    }

    /** The one for a tag such as {@code zh-TW}; English for whatever else it says. */
    public static Language of(String tag) {
        return tag.strip().toLowerCase(Locale.ROOT).startsWith("zh") ? CHINESE : ENGLISH;
    }

    /** The one that somebody reads in whose language is this; English unless it is Chinese. */
    public static Language of(Locale locale) {
        return of(locale.getLanguage());
    }
}
