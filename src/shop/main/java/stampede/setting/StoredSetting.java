package stampede.setting;

import java.time.Instant;
import java.util.Optional;

/**
 * A row of the table of settings, whoever wrote it.
 *
 * @param name of the setting
 * @param value empty if it was taken back
 * @param version how often it was changed
 * @param changedAt when last
 * @param who by whom, such as {@code operator:3}
 */
public record StoredSetting(String name, Optional<String> value, long version, Instant changedAt, String who) {}
