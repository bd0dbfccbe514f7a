package stampede.alipaysandbox;

/** Who signs a notification. */
enum NotificationSigner {
    REAL,
    OTHER_KEY,
    /** Real, then a letter of it changed. */
    BROKEN,
    NONE
}
