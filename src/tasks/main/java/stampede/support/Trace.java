package stampede.support;

import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/**
 * A step in something that passes several programs, in the form of W3C Trace Context. While it is open on a thread, log lines
 * show its {@code traceId} and {@code spanId}, and what the thread sends on carries it.
 *
 * @param id of the whole, 32 hexadecimal digits
 * @param span of this step, 16 hexadecimal digits
 * @param flags two hexadecimal digits; the last bit: somebody records it
 * @param state what other tracing systems gave along, to be handed on as it is; empty if they did not
 */
public record Trace(String id, String span, String flags, String state) {

    public static final String PARENT_HEADER = "traceparent";
    public static final String STATE_HEADER = "tracestate";

    /** Later versions may append something; what is read stays where it is. */
    private static final Pattern PARENT =
            Pattern.compile("(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?");

    private static final int LONGEST_STATE = 512;
    private static final ThreadLocal<@Nullable Trace> CURRENT = new ThreadLocal<>();

    /** What this thread is part of, if it is part of anything. */
    public static Optional<Trace> current() {
        return Optional.ofNullable(CURRENT.get());
    }

    /** The first step of something new. */
    public static Trace begin() {
        return new Trace(digits() + digits(), digits(), "00", "");
    }

    /** The step that sent these headers; empty if they are missing or say nothing that can be understood. */
    public static Optional<Trace> read(@Nullable String parent, @Nullable String state) {
        if (parent == null) {
            return Optional.empty();
        }
        var parts = PARENT.matcher(parent);
        return parts.matches()
                ? Optional.of(new Trace(
                        parts.group(1),
                        parts.group(2),
                        parts.group(3),
                        state == null || state.length() > LONGEST_STATE ? "" : state))
                : Optional.empty();
    }

    /** A step that follows from this one. */
    public Trace next() {
        return new Trace(id, digits(), flags, state);
    }

    /** The value of {@code traceparent}. */
    public String parent() {
        return "00-" + id + "-" + span + "-" + flags;
    }

    /** Makes it this thread's, until what is answered is closed; then it is again what it was before. */
    public Scope open() {
        var before = CURRENT.get();
        show(this);
        return () -> show(before);
    }

    private static void show(@Nullable Trace trace) {
        if (trace == null) {
            CURRENT.remove();
            MDC.remove("traceId");
            MDC.remove("spanId");
        } else {
            CURRENT.set(trace);
            MDC.put("traceId", trace.id);
            MDC.put("spanId", trace.span);
        }
    }

    private static String digits() {
        var random = ThreadLocalRandom.current().nextLong();
        return HexFormat.of().toHexDigits(random == 0 ? 1 : random);
    }

    /** The time in which a trace is a thread's. */
    public interface Scope {

        void close();
    }
}
