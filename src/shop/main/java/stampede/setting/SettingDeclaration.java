package stampede.setting;

import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/**
 * A setting as the code that uses it wants it. Its words are messages: {@code setting.NAME} is what it is called, {@code .text}
 * what it does, {@code .felt} when a change is felt, {@code .unit} what a number counts, {@code .choice.X} what one of a few is
 * called, and {@code .warning} what may happen if it is risky.
 *
 * @param name such as {@code purchase.attempts-per-second}; the part before the first dot is its group
 * @param type how it is written
 * @param standard the default beside the code
 * @param configured what the environment says; the default, if it says nothing
 * @param bounds from where to where
 * @param isRisky whether an operator is asked a second time
 */
public record SettingDeclaration<T>(
        String name, SettingType<T> type, T standard, T configured, Optional<Bounds<T>> bounds, boolean isRisky) {

    /** By class, because tests make many. */
    private static final Map<Class<?>, Object> DEFAULTS = new ConcurrentHashMap<>();

    /** A whole number that is a component of a record of settings. */
    public static <P extends Record> SettingDeclaration<Integer> whole(
            String name, P properties, Function<P, Integer> component, int least, int most) {
        return of(name, SettingType.WHOLE, properties, component).between(least, most);
    }

    /** A duration that is a component of a record of settings. */
    public static <P extends Record> SettingDeclaration<Duration> duration(
            String name, P properties, Function<P, Duration> component, Duration least, Duration most) {
        return of(name, SettingType.DURATION, properties, component).between(least, most);
    }

    /** One of the constants of an enum, from a component of a record of settings. */
    public static <P extends Record, E extends Enum<E>> SettingDeclaration<E> choice(
            String name, Class<E> constants, P properties, Function<P, E> component) {
        return of(name, SettingType.oneOf(constants), properties, component);
    }

    /** A yes or no that is a component of a record of settings. */
    public static <P extends Record> SettingDeclaration<Boolean> yesOrNo(
            String name, P properties, Function<P, Boolean> component) {
        return of(name, SettingType.YES_OR_NO, properties, component);
    }

    /** A value of any type that no file and no variable can set. */
    public static <T> SettingDeclaration<T> of(String name, SettingType<T> type, T standard) {
        return new SettingDeclaration<>(name, type, standard, standard, Optional.empty(), false);
    }

    private static <T, P extends Record> SettingDeclaration<T> of(
            String name, SettingType<T> type, P properties, Function<P, T> component) {
        return new SettingDeclaration<>(
                name,
                type,
                component.apply(defaults(properties)),
                component.apply(properties),
                Optional.empty(),
                false);
    }

    /** The same, of which a change may do harm: the operator is shown the warning first. */
    public SettingDeclaration<T> risky() {
        return new SettingDeclaration<>(name, type, standard, configured, bounds, true);
    }

    /** What the setting belongs to, such as {@code purchase}. */
    public String group() {
        return name.substring(0, name.indexOf('.'));
    }

    private SettingDeclaration<T> between(T least, T most) {
        return new SettingDeclaration<>(
                name, type, standard, configured, Optional.of(new Bounds<>(least, most)), isRisky);
    }

    /** A value as it is written. */
    public String write(T value) {
        return type.writer().apply(value);
    }

    /** Reads a value and looks whether it is within the bounds; {@link SettingUnreadable} says what is wrong. */
    T read(String text) {
        var value = type.reader().apply(text);
        bounds.filter(range -> !range.holds(value)).ifPresent(range -> {
            throw new SettingUnreadable(
                    SettingProblem.of("setting.problem.range", write(range.least()), write(range.most())));
        });
        return value;
    }

    @SuppressWarnings("unchecked")
    private static <P extends Record> P defaults(P properties) {
        var type = (Class<P>) properties.getClass();
        return (P) DEFAULTS.computeIfAbsent(
                type,
                record -> new Binder(new MapConfigurationPropertySource(Map.of()))
                        .bindOrCreate("default." + type.getSimpleName().toLowerCase(Locale.ROOT), type));
    }

    /** Both ends belong to it. */
    public record Bounds<T>(T least, T most) {

        @SuppressWarnings("unchecked")
        boolean holds(T value) {
            var comparable = (Comparable<T>) Objects.requireNonNull(value);
            return comparable.compareTo(least) >= 0 && comparable.compareTo(most) <= 0;
        }
    }
}
