package stampede.setting;

import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.support.AfterCommit;
import stampede.support.DeadlockRetry;

/** Changes settings and knows how they were changed. A change, its history and its row of the audit log are one transaction. */
@Component
public class SettingChanges {

    private static final int SHORTEST_REASON = 5;
    private static final int LONGEST_REASON = 200;
    private static final int MOST_SHOWN = 50;

    private final Settings settings;
    private final SettingRepository rows;
    private final SettingRefreshJob refresh;
    private final ApplicationEventPublisher events;
    private final TransactionTemplate transaction;
    private final Clock clock;

    SettingChanges(
            Settings settings,
            SettingRepository rows,
            SettingRefreshJob refresh,
            ApplicationEventPublisher events,
            TransactionTemplate transaction,
            Clock clock) {
        this.settings = settings;
        this.rows = rows;
        this.refresh = refresh;
        this.events = events;
        this.transaction = transaction;
        this.clock = clock;
    }

    /**
     * Looks whether a wish could be fulfilled, but for what others do meanwhile and the word that it is meant.
     *
     * @return the setting and the value as it would be kept
     * @throws SettingRefused if not, with the sentence that says why
     */
    public SettingWish check(SettingWish wish) {
        var setting = settings.find(wish.name())
                .orElseThrow(() -> refused(SettingRefusal.UNKNOWN_SETTING, "setting.problem.unknown", wish.name()));
        var reason = wish.reason().strip();
        if (reason.length() < SHORTEST_REASON || reason.length() > LONGEST_REASON) {
            throw refused(SettingRefusal.BAD_REASON, "setting.problem.reason", SHORTEST_REASON, LONGEST_REASON);
        }
        try {
            return new SettingWish(
                    wish.name(),
                    wish.value().map(setting::check),
                    wish.version(),
                    reason,
                    wish.confirmed(),
                    wish.who());
        } catch (SettingUnreadable unreadable) {
            throw new SettingRefused(SettingRefusal.BAD_SETTING, unreadable.problem());
        }
    }

    /**
     * Changes a setting. This node feels it at once, the others within a second.
     *
     * @return what was changed; empty if it is so already
     * @throws SettingRefused if it cannot be, or somebody else was faster
     */
    public Optional<SettingChange> change(SettingWish wish) {
        var checked = check(wish);
        var setting = settings.find(checked.name()).orElseThrow();
        if (setting.declaration().isRisky() && !checked.confirmed()) {
            throw refused(SettingRefusal.NOT_CONFIRMED, "setting." + checked.name() + ".warning");
        }
        return DeadlockRetry.run(() -> Optional.ofNullable(transaction.execute(status -> change(setting, checked)))
                .flatMap(done -> done));
    }

    /** Has this node know all rows as they are now, rather than a second ago. */
    public void refresh() {
        refresh.refresh();
    }

    /** The newest changes of a setting, at most fifty. */
    public List<SettingChange> of(String name) {
        return rows.changes(name, MOST_SHOWN);
    }

    /** The newest change of each setting that was ever changed, by name. */
    public Map<String, SettingChange> newest() {
        return rows.newest().stream().collect(Collectors.toMap(SettingChange::name, Function.identity()));
    }

    private Optional<SettingChange> change(Setting<?> setting, SettingWish wish) {
        var row = rows.find(wish.name());
        var version = row.map(StoredSetting::version).orElse(0L);
        var before = row.flatMap(StoredSetting::value);
        if (version != wish.version()) {
            throw overtaken(setting, before);
        }
        if (before.equals(wish.value())) {
            return Optional.empty();
        }
        var change = new SettingChange(
                0, wish.name(), version + 1, before, wish.value(), wish.reason(), wish.who(), clock.instant());
        if (!rows.write(change)) {
            throw overtaken(setting, rows.find(wish.name()).flatMap(StoredSetting::value));
        }
        rows.remember(change);
        events.publishEvent(new SettingChanged(
                change, before.orElseGet(setting::configuredText), wish.value().orElseGet(setting::configuredText)));
        AfterCommit.run(refresh::refresh);
        return Optional.of(change);
    }

    private static SettingRefused overtaken(Setting<?> setting, Optional<String> now) {
        return refused(
                SettingRefusal.SETTING_CHANGED, "setting.problem.overtaken", now.orElseGet(setting::configuredText));
    }

    private static SettingRefused refused(SettingRefusal refusal, String key, Object... arguments) {
        return new SettingRefused(refusal, SettingProblem.of(key, arguments));
    }
}
