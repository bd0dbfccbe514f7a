package stampede.setting;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A value that may change while the shop runs. Reading it reads one volatile field, so that it costs nothing in a hot path. A row
 * that cannot be read, or is against a rule, counts as none: then what is configured holds, and the page says so.
 *
 * @param <T> its type, immutable
 */
public final class Setting<T> {

    private static final Logger log = LoggerFactory.getLogger(Setting.class);

    private final SettingDeclaration<T> declaration;
    private final List<SettingRule<T>> rules = new CopyOnWriteArrayList<>();
    private final List<Consumer<T>> listeners = new CopyOnWriteArrayList<>();
    private volatile T value;
    private volatile State state;

    Setting(SettingDeclaration<T> declaration) {
        this.declaration = declaration;
        this.value = declaration.configured();
        this.state = new State(Optional.empty(), Optional.empty());
    }

    /** What holds now, on this node. */
    public T value() {
        return value;
    }

    /** Calls a listener with each new value, soon after it holds; not with the present one. */
    public void onChange(Consumer<T> listener) {
        listeners.add(listener);
    }

    /** As it was declared. */
    public SettingDeclaration<T> declaration() {
        return declaration;
    }

    /** The row that this node knows, whether or not it holds. */
    public Optional<StoredSetting> row() {
        return state.row;
    }

    /** What is wrong with the row, if anything is; then it does not hold. */
    public Optional<SettingProblem> spoiled() {
        return state.problem;
    }

    /** What holds now, as it is written. */
    public String text() {
        return declaration.write(value);
    }

    /** What would hold without a row, as it is written. */
    public String configuredText() {
        return declaration.write(declaration.configured());
    }

    /** The default beside the code, as it is written. */
    public String standardText() {
        return declaration.write(declaration.standard());
    }

    /** Which of the three values holds. */
    public SettingSource source() {
        var now = state;
        if (now.row.flatMap(StoredSetting::value).isPresent() && now.problem.isEmpty()) {
            return SettingSource.ROW;
        }
        return declaration.configured().equals(declaration.standard())
                ? SettingSource.DEFAULT
                : SettingSource.ENVIRONMENT;
    }

    /**
     * Looks at a value that somebody wishes.
     *
     * @return as it would be kept
     * @throws SettingUnreadable if it cannot be, with the sentence that says why
     */
    public String check(String text) {
        return declaration.write(read(text));
    }

    void require(SettingRule<T> rule) {
        rules.add(rule);
    }

    /** Takes up a row, or that there is none. One writer at a time; see {@link Settings}. */
    void take(@Nullable StoredSetting row) {
        var next = declaration.configured();
        var problem = Optional.<SettingProblem>empty();
        var written = Optional.ofNullable(row).flatMap(StoredSetting::value);
        if (written.isPresent()) {
            try {
                next = read(written.get());
            } catch (SettingUnreadable unreadable) {
                problem = Optional.of(unreadable.problem());
            }
        }
        if (problem.isPresent() && !problem.equals(state.problem)) {
            log.warn(
                    "The row of setting {} does not hold, but {}: {}",
                    declaration.name(),
                    declaration.write(next),
                    problem.get());
        }
        state = new State(Optional.ofNullable(row), problem);
        hold(next);
    }

    private void hold(T next) {
        if (!Objects.equals(value, next)) {
            value = next;
            log.info("Setting {} is {}", declaration.name(), text());
            listeners.forEach(listener -> listener.accept(next));
        }
    }

    private T read(String text) {
        var read = declaration.read(text);
        rules.stream().flatMap(rule -> rule.check(read).stream()).findFirst().ifPresent(problem -> {
            throw new SettingUnreadable(problem);
        });
        return read;
    }

    private record State(Optional<StoredSetting> row, Optional<SettingProblem> problem) {}
}
