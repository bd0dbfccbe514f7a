package stampede.site;

import java.time.LocalDateTime;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;
import stampede.setting.SettingProblem;
import stampede.setting.SettingType;
import stampede.setting.SettingUnreadable;

/**
 * A notice in both languages and when it is shown. Written as four lines, of which each may be empty: from, until, English, Chinese.
 *
 * @param from on the shop's clock; empty: from now on
 * @param until on the shop's clock; empty: until it is taken away
 * @param english empty: whoever reads English is shown the Chinese
 * @param chinese empty: whoever reads Chinese is shown the English
 */
record NoticeText(Optional<LocalDateTime> from, Optional<LocalDateTime> until, String english, String chinese) {

    static final NoticeText NONE = new NoticeText(Optional.empty(), Optional.empty(), "", "");

    static final SettingType<NoticeText> TYPE = new SettingType<>(
            List.of("datetime-local", "datetime-local", "text", "text"), NoticeText::read, NoticeText::write);

    private static final int LONGEST = 200;
    private static final int LINES = 4;

    boolean isNone() {
        return english.isEmpty() && chinese.isEmpty();
    }

    /** The words at a time, in a language such as {@code zh}. */
    Optional<String> in(String language, LocalDateTime now) {
        if (from.filter(now::isBefore).isPresent()
                || until.filter(end -> !now.isBefore(end)).isPresent()) {
            return Optional.empty();
        }
        var inChinese = english.isEmpty() || (language.equals("zh") && !chinese.isEmpty());
        return Optional.of(inChinese ? chinese : english);
    }

    private String write() {
        return equals(NONE)
                ? ""
                : String.join(
                        "\n",
                        from.map(LocalDateTime::toString).orElse(""),
                        until.map(LocalDateTime::toString).orElse(""),
                        english,
                        chinese);
    }

    private static NoticeText read(String text) {
        var lines = text.split("\n", -1);
        if (text.isEmpty()) {
            return NONE;
        }
        if (lines.length != LINES) {
            throw unreadable("setting.problem.notice.lines");
        }
        var notice = new NoticeText(time(lines[0]), time(lines[1]), words(lines[2]), words(lines[3]));
        if (notice.from.isPresent()
                && notice.until.isPresent()
                && !notice.from.get().isBefore(notice.until.get())) {
            throw unreadable("setting.problem.notice.times");
        }
        return notice;
    }

    private static Optional<LocalDateTime> time(String line) {
        try {
            return line.isBlank() ? Optional.empty() : Optional.of(LocalDateTime.parse(line.strip()));
        } catch (DateTimeParseException none) {
            throw unreadable("setting.problem.notice.time");
        }
    }

    private static String words(String line) {
        var words = line.strip();
        if (words.length() > LONGEST || words.chars().anyMatch(Character::isISOControl)) {
            throw unreadable("setting.problem.notice.words", LONGEST);
        }
        return words;
    }

    private static SettingUnreadable unreadable(String key, Object... arguments) {
        return new SettingUnreadable(SettingProblem.of(key, arguments));
    }
}
