package stampede.channel;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Something that people outside the shop are told. Nothing personal and nothing secret belongs into it: it leaves the house.
 *
 * @param id the same in each try, such as {@code alert-42-1}; what follows on it has the same beginning and the next number, and forms
 *     a thread with it
 * @param type one of those named here, such as {@link #FIRING}
 * @param severity how much it matters
 * @param rule the name of the rule that speaks, such as {@code drift}; empty if none does
 * @param grouping what the rule speaks of, such as {@code offer:708540021337}; empty if of one thing only
 * @param title a line
 * @param text more lines; may be empty
 * @param url where to look: an address, or a path of the shop, such as {@code /console/alerts/42}; may be empty
 * @param runbook where it is written what to do, likewise
 * @param since when it began
 * @param at when it is told
 * @param value what was measured, if anything was
 */
public record ChannelMessage(
        String id,
        String type,
        Severity severity,
        String rule,
        String grouping,
        LocalizedText title,
        LocalizedText text,
        String url,
        String runbook,
        Instant since,
        Instant at,
        @Nullable Double value) {

    /** Something is wrong. */
    public static final String FIRING = "alert.firing";

    /** What was wrong with the same rule and grouping is right again. */
    public static final String RESOLVED = "alert.resolved";

    /** Somebody tries a channel. */
    public static final String TEST = "alert.test";

    /** A week's report. */
    public static final String WEEK = "report.week";

    /** A task was given up. */
    public static final String ARCHIVED = "archive.added";

    private static final int LONGEST_ID = 64;

    public ChannelMessage {
        if (id.isBlank() || id.length() > LONGEST_ID) {
            throw new IllegalArgumentException("The id of a message has 1 to 64 characters: '" + id + "'");
        }
    }
}
