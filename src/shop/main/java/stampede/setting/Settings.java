package stampede.setting;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.springframework.stereotype.Component;

/**
 * All settings that may change while the shop runs. Whoever uses one declares it in its constructor and keeps what {@link #declare}
 * gives. Beans that only some roles have declare none: every node's page shows all.
 */
@Component
public class Settings {

    private final SortedMap<String, Setting<?>> declared = new TreeMap<>();

    /** Those for settings that are not declared yet. */
    private final Map<String, List<SettingRule<?>>> required = new HashMap<>();

    private Map<String, StoredSetting> rows = Map.of();

    /**
     * Makes a setting known.
     *
     * @return what tells the value from now on
     * @throws IllegalStateException if there is one of that name
     */
    public synchronized <T> Setting<T> declare(SettingDeclaration<T> declaration) {
        var setting = new Setting<>(declaration);
        if (declared.putIfAbsent(declaration.name(), setting) != null) {
            throw new IllegalStateException("Two settings are called " + declaration.name());
        }
        required.getOrDefault(declaration.name(), List.of()).forEach(rule -> require(setting, rule));
        Optional.ofNullable(rows.get(declaration.name())).ifPresent(setting::take);
        return setting;
    }

    /** Makes a rule for a setting that somebody else declares, before or after. Its type is that of the setting. */
    public synchronized void require(String name, SettingRule<?> rule) {
        required.computeIfAbsent(name, none -> new ArrayList<>()).add(rule);
        Optional.ofNullable(declared.get(name)).ifPresent(setting -> require(setting, rule));
    }

    /** By name. */
    public synchronized List<Setting<?>> all() {
        return List.copyOf(declared.values());
    }

    /** Empty if nobody declared one of that name. */
    public synchronized Optional<Setting<?>> find(String name) {
        return Optional.ofNullable(declared.get(name));
    }

    /** Rows of settings that no code of this release knows: written by hand, by another release, or left behind. */
    public synchronized List<String> unknown() {
        var names = new TreeSet<>(rows.keySet());
        names.removeAll(declared.keySet());
        return List.copyOf(names);
    }

    /** How many rows do not hold, because they cannot be read or are against a rule. */
    public synchronized long spoiled() {
        return declared.values().stream()
                .filter(setting -> setting.spoiled().isPresent())
                .count();
    }

    /** Takes up all rows there are. */
    synchronized void take(List<StoredSetting> all) {
        var byName = new HashMap<String, StoredSetting>();
        all.forEach(row -> byName.put(row.name(), row));
        rows = byName;
        declared.forEach((name, setting) -> setting.take(byName.get(name)));
    }

    @SuppressWarnings("unchecked")
    private static <T> void require(Setting<T> setting, SettingRule<?> rule) {
        setting.require((SettingRule<T>) rule);
    }
}
