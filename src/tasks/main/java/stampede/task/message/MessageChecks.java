package stampede.task.message;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import stampede.task.handler.UnreadableTask;
import stampede.task.spi.TaskHeaders;

/**
 * Refuses messages whose headers say what cannot be done. To pass over it would run a task now that was meant for tomorrow, or for ever
 * what was to end in a minute, and tell nobody.
 */
public final class MessageChecks {

    private static final int MOST_QUOTED = 100;

    private MessageChecks() {}

    /**
     * Refuses a message whose headers cannot be meant.
     *
     * @throws UnreadableTask with what is wrong and what would be right
     */
    public static void check(Envelope envelope) {
        envelope.text(TaskHeaders.UNREADABLE).ifPresent(why -> {
            throw new UnreadableTask(why);
        });
        checkTime(
                TaskHeaders.ETA, envelope.text(TaskHeaders.ETA), envelope.eta().isPresent());
        checkTime(
                TaskHeaders.EXPIRES,
                envelope.text(TaskHeaders.EXPIRES),
                envelope.expires().isPresent());
        checkLimits(envelope.headers().get(TaskHeaders.TIME_LIMIT));
    }

    private static void checkTime(String header, Optional<String> text, boolean isRead) {
        if (!isRead && text.filter(value -> !value.isEmpty()).isPresent()) {
            throw new UnreadableTask("its %s is no time: '%s'. Send ISO 8601, such as 2026-11-23T07:00:00+00:00"
                    .formatted(header, quoted(text.get())));
        }
    }

    private static void checkLimits(@Nullable Object limits) {
        var fits = limits == null
                || (limits instanceof List<?> pair
                        && pair.size() == 2
                        && pair.stream().allMatch(MessageChecks::isLimit));
        if (!fits) {
            throw new UnreadableTask(
                    "its timelimit is not [hard, soft] in seconds: '%s'".formatted(quoted(String.valueOf(limits))));
        }
    }

    private static boolean isLimit(@Nullable Object limit) {
        return limit == null || (limit instanceof Number seconds && seconds.doubleValue() >= 0);
    }

    /** A stranger's text, not longer than anyone reads. */
    static String quoted(String text) {
        return text.length() <= MOST_QUOTED ? text : text.substring(0, MOST_QUOTED) + "…";
    }
}
