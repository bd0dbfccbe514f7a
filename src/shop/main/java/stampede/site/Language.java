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

    Locale locale() {
        return locale;
    }

    /** Whether it is the name of the cookie that keeps which one was chosen. */
    public static boolean isCookie(String name) {
        return name.equals(COOKIE);
    }

    /** The one for a tag such as {@code zh-TW}; English for whatever else it says. */
    static Language of(String tag) {
        return tag.strip().toLowerCase(Locale.ROOT).startsWith("zh") ? CHINESE : ENGLISH;
    }
}
