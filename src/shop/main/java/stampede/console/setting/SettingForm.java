package stampede.console.setting;

import com.google.common.primitives.Longs;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.springframework.util.MultiValueMap;
import stampede.account.SignedIn;
import stampede.setting.Setting;
import stampede.setting.SettingWish;
import stampede.setting.StoredSetting;

/**
 * What an operator typed, kept until it is right.
 *
 * @param value a text for each part of the value
 * @param version of the row that the operator saw; 0 if there was none
 * @param reason why
 * @param back whether the value is that of the environment or the default again
 * @param confirmed whether the warning was read
 */
record SettingForm(List<String> value, long version, String reason, boolean back, boolean confirmed) {

    SettingForm {
        value = List.copyOf(value);
    }

    /** As the setting is. */
    static SettingForm of(Setting<?> setting) {
        return new SettingForm(List.of(setting.text().split("\n", -1)), version(setting), "", false, false);
    }

    /** As it was sent; a version that is none was never seen. */
    static SettingForm of(MultiValueMap<String, String> fields) {
        var version = Longs.tryParse(Objects.requireNonNullElse(fields.getFirst("version"), ""));
        return new SettingForm(
                fields.getOrDefault("value", List.of()),
                Objects.requireNonNullElse(version, -1L),
                Objects.requireNonNullElse(fields.getFirst("reason"), ""),
                fields.containsKey("back"),
                fields.containsKey("confirmed"));
    }

    /** Of the row that this node knows. */
    static long version(Setting<?> setting) {
        return setting.row().map(StoredSetting::version).orElse(0L);
    }

    SettingWish by(SignedIn operator, String name) {
        return new SettingWish(
                name, back ? Optional.empty() : Optional.of(text()), version, reason, confirmed, operator.who());
    }

    /** The parts in lines. */
    public String text() {
        return String.join("\n", value);
    }
}
