package stampede.setting;

import java.util.List;

/**
 * Why a value cannot be: a sentence in both languages.
 *
 * @param key of the message, such as {@code setting.problem.range}
 * @param arguments what the sentence is about, as text
 */
public record SettingProblem(String key, List<String> arguments) {

    public SettingProblem {
        arguments = List.copyOf(arguments);
    }

    /** A sentence with these values. */
    public static SettingProblem of(String key, Object... arguments) {
        return new SettingProblem(
                key, List.of(arguments).stream().map(Object::toString).toList());
    }
}
