package stampede.setting;

/** Which of the three values of a setting holds. */
public enum SettingSource {
    /** An operator's, from the table. */
    ROW,
    /** That of the environment, or of a file of properties. */
    ENVIRONMENT,
    /** The default beside the code. */
    DEFAULT
}
