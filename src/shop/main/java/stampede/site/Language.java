package stampede.site;

import java.util.Locale;

/** A language that pages can be read in. */
enum Language {
    ENGLISH(Locale.ENGLISH),
    CHINESE(Locale.SIMPLIFIED_CHINESE);

    private final Locale locale;

    Language(Locale locale) {
        this.locale = locale;
    }

    Locale locale() {
        return locale;
    }

    /** The one for a tag such as {@code zh-TW}; English for whatever else it says. */
    static Language of(String tag) {
        return tag.strip().toLowerCase(Locale.ROOT).startsWith("zh") ? CHINESE : ENGLISH;
    }
}
