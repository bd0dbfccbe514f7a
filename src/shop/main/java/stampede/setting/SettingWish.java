package stampede.setting;

import java.util.Optional;

/**
 * How somebody wishes a setting to be.
 *
 * @param name of the setting
 * @param value empty to take the row back, so that the environment or the default holds
 * @param version of the row that was seen; 0 if there was none
 * @param reason why, in 5 to 200 characters
 * @param confirmed whether the warning of a risky one was read
 * @param who such as {@code operator:3}
 */
public record SettingWish(
        String name, Optional<String> value, long version, String reason, boolean confirmed, String who) {}
