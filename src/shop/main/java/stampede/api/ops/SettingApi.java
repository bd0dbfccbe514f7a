package stampede.api.ops;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.PositiveOrZero;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import stampede.account.CurrentAccount;
import stampede.account.Duty;
import stampede.account.Needs;
import stampede.account.SignedIn;
import stampede.refusal.RefusalException;
import stampede.setting.Setting;
import stampede.setting.SettingChange;
import stampede.setting.SettingChanges;
import stampede.setting.SettingRefusal;
import stampede.setting.SettingSource;
import stampede.setting.SettingWish;
import stampede.setting.Settings;
import stampede.setting.StoredSetting;

/** Settings that change while the shop runs. */
@RestController
@Tag(name = "Operations")
class SettingApi {

    private final Settings settings;
    private final SettingChanges changes;

    SettingApi(Settings settings, SettingChanges changes) {
        this.settings = settings;
        this.changes = changes;
    }

    @Operation(summary = "All settings that may change while the shop runs (operators)")
    @Needs(Duty.ADMIN)
    @GetMapping("/api/ops/settings")
    List<SettingView> settings(@CurrentAccount SignedIn account) {
        changes.refresh();
        return settings.all().stream().map(SettingView::of).toList();
    }

    @Operation(summary = "One of them (operators)")
    @Needs(Duty.ADMIN)
    @GetMapping("/api/ops/settings/{name}")
    SettingView setting(@CurrentAccount SignedIn account, @PathVariable String name) {
        changes.refresh();
        return view(name);
    }

    @Operation(summary = "How it was changed, the newest first, at most fifty (operators)")
    @Needs(Duty.ADMIN)
    @GetMapping("/api/ops/settings/{name}/changes")
    List<ChangeView> changes(@CurrentAccount SignedIn account, @PathVariable String name) {
        view(name);
        return changes.of(name).stream().map(ChangeView::of).toList();
    }

    /** Felt on all nodes within two seconds. */
    @Operation(summary = "Change it, or give it back to the environment or the default (operators)")
    @Needs(Duty.ADMIN)
    @PostMapping("/api/ops/settings/{name}/changes")
    SettingView change(
            @CurrentAccount SignedIn account, @PathVariable String name, @Valid @RequestBody ChangeRequest request) {
        changes.change(new SettingWish(
                name,
                Optional.ofNullable(request.value()),
                request.version(),
                request.reason(),
                Boolean.TRUE.equals(request.confirmed()),
                account.who()));
        return view(name);
    }

    private SettingView view(String name) {
        return SettingView.of(
                settings.find(name).orElseThrow(() -> new RefusalException(SettingRefusal.UNKNOWN_SETTING)));
    }

    /** A change that is asked for. */
    record ChangeRequest(
            @Schema(
                    description = "As it is written; null gives it back to the environment or the default",
                    example = "4")
            @Nullable
            String value,

            @Schema(description = "The version that was seen", example = "0") @NotNull @PositiveOrZero
            Long version,

            @Schema(description = "Why, in 5 to 200 characters", example = "Bots since eight") @NotNull
            String reason,

            @Schema(description = "Needed for risky ones", example = "true") @Nullable
            Boolean confirmed) {}

    /** A setting and where its value is from. */
    record SettingView(
            String name,
            String value,
            SettingSource source,
            String configured,
            String standard,
            @Nullable String row,
            long version,
            boolean spoiled,
            boolean risky) {

        static SettingView of(Setting<?> setting) {
            return new SettingView(
                    setting.declaration().name(),
                    setting.text(),
                    setting.source(),
                    setting.configuredText(),
                    setting.standardText(),
                    setting.row().flatMap(StoredSetting::value).orElse(null),
                    setting.row().map(StoredSetting::version).orElse(0L),
                    setting.spoiled().isPresent(),
                    setting.declaration().isRisky());
        }
    }

    /** A change that was made. */
    record ChangeView(
            long version, @Nullable String before, @Nullable String after, String reason, String who, Instant at) {

        static ChangeView of(SettingChange change) {
            return new ChangeView(
                    change.version(),
                    change.before().orElse(null),
                    change.after().orElse(null),
                    change.reason(),
                    change.who(),
                    change.at());
        }
    }
}
