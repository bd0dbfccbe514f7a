package stampede.channel;

/** How much something matters. The names are in tables and, in lower case, in what webhooks are sent. */
public enum Severity {
    /** Somebody has to look now, at night too. */
    URGENT,
    /** Somebody has to look today. */
    WARNING,
    /** Good to know. */
    INFO
}
