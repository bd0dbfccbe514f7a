package stampede.setting;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.springframework.boot.convert.DurationStyle;

/**
 * How a value is written in a form, a row and the history. A value of several parts has a line for each.
 *
 * @param inputs the type of an HTML input for each part, such as {@code number}, or "choice" for one of a few
 * @param choices what a value can be, if it is one of a few; none otherwise. Messages: setting.NAME.choice.X
 * @param reader reads what was written; throws {@link SettingUnreadable}
 * @param writer writes so that the reader reads the same
 */
public record SettingType<T>(
        List<String> inputs, List<String> choices, Function<String, T> reader, Function<T, String> writer) {

    /** Whole numbers in decimal digits. */
    static final SettingType<Integer> WHOLE =
            new SettingType<>(List.of("number"), SettingType::readWhole, String::valueOf);

    /** {@code true} or {@code false}. */
    static final SettingType<Boolean> YES_OR_NO = oneOf(List.of("true", "false"), Boolean::valueOf);

    /** A number and its unit, such as {@code 90s}. */
    static final SettingType<Duration> DURATION =
            new SettingType<>(List.of("text"), SettingType::readDuration, SettingType::writeDuration);

    private static final Pattern DIGITS = Pattern.compile("-?\\d{1,9}");
    private static final Pattern SIMPLE = Pattern.compile("\\d{1,9}(ms|s|m|h|d)");

    public SettingType {
        inputs = List.copyOf(inputs);
        choices = List.copyOf(choices);
    }

    /** What is not one of a few. */
    public SettingType(List<String> inputs, Function<String, T> reader, Function<T, String> writer) {
        this(inputs, List.of(), reader, writer);
    }

    /** One of the constants, by its name. */
    static <E extends Enum<E>> SettingType<E> oneOf(Class<E> constants) {
        return oneOf(
                Arrays.stream(constants.getEnumConstants()).map(Enum::name).toList(),
                name -> Enum.valueOf(constants, name));
    }

    private static <T> SettingType<T> oneOf(List<String> choices, Function<String, T> reader) {
        return new SettingType<>(
                List.of("choice"), choices, text -> reader.apply(choice(text.strip(), choices)), String::valueOf);
    }

    private static String choice(String text, List<String> choices) {
        if (!choices.contains(text)) {
            throw new SettingUnreadable(SettingProblem.of("setting.problem.choice", String.join(", ", choices)));
        }
        return text;
    }

    private static Integer readWhole(String written) {
        var text = written.strip();
        if (!DIGITS.matcher(text).matches()) {
            throw new SettingUnreadable(SettingProblem.of("setting.problem.whole"));
        }
        return Integer.valueOf(text);
    }

    private static Duration readDuration(String written) {
        var text = written.strip();
        if (!SIMPLE.matcher(text).matches()) {
            throw new SettingUnreadable(SettingProblem.of("setting.problem.duration"));
        }
        return DurationStyle.SIMPLE.parse(text);
    }

    /** In the largest unit in which it is whole. */
    static String writeDuration(Duration value) {
        var millis = value.toMillis();
        if (millis % 1_000 != 0) {
            return millis + "ms";
        }
        var seconds = millis / 1_000;
        if (seconds % 60 != 0) {
            return seconds + "s";
        }
        if (seconds % 3_600 != 0) {
            return seconds / 60 + "m";
        }
        return seconds % 86_400 == 0 && seconds > 0 ? seconds / 86_400 + "d" : seconds / 3_600 + "h";
    }
}
