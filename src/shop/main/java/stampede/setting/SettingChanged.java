package stampede.setting;

/**
 * A setting was changed; told in the transaction that does it.
 *
 * @param change what, why and by whom
 * @param before what held, as it is written
 * @param after what holds from now on
 */
public record SettingChanged(SettingChange change, String before, String after) {}
