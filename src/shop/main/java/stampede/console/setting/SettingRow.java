package stampede.console.setting;

import java.util.Optional;
import stampede.setting.Setting;
import stampede.setting.SettingChange;

/**
 * A setting in the list.
 *
 * @param setting as this node knows it
 * @param last how it was changed last, if it ever was
 */
record SettingRow(Setting<?> setting, Optional<SettingChange> last) {

    /** The setting's. */
    public String name() {
        return setting.declaration().name();
    }
}
