package stampede.setting;

import java.time.Instant;
import java.util.Optional;

/**
 * One change of a setting, kept for ever. Where a value is empty, the environment or the default held.
 *
 * @param id numbers all changes
 * @param name of the setting
 * @param version that it has since
 * @param before the value that held by a row
 * @param after the value that holds by a row
 * @param reason why, in the operator's words
 * @param who such as {@code operator:3}
 * @param at when
 */
public record SettingChange(
        long id,
        String name,
        long version,
        Optional<String> before,
        Optional<String> after,
        String reason,
        String who,
        Instant at) {}
