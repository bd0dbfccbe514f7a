package stampede.setting;

import java.util.Optional;

/**
 * What a value must agree with, such as another setting. Whoever relies on it says so by {@link Settings#require}.
 *
 * @param <T> the setting's type
 */
@FunctionalInterface
public interface SettingRule<T> {

    /** The sentence that says what is wrong with a value, with both values in it; empty if nothing is. */
    Optional<SettingProblem> check(T value);
}
