package stampede.audit;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import com.google.common.base.Ascii;
import com.google.common.hash.Hashing;
import io.github.bucket4j.Bucket;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;
import javax.crypto.SecretKey;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;
import stampede.signing.SigningKeys;
import stampede.support.Trace;

/**
 * Tells who tried what, on the logger {@code stampede.security}: one line of {@code key=value} for each event. A username is
 * written as a keyed hash, by which lines about the same name can be found but no name be guessed. All events are counted
 * ({@code stampede.security.events}); lines are bounded for each event and address, so that a flood of them neither fills the
 * disk nor hides the others, and {@code left_out} says how many are missing before a line.
 */
@Component
public class SecurityEvents {

    /** Of each event, and of each role in it: strangers cannot use up the lines of operators. */
    static final int LINES_PER_MINUTE = 300;

    static final int LINES_PER_MINUTE_AND_ADDRESS = 60;

    private static final int LONGEST_VALUE = 200;
    private static final int LONGEST_NAME = 256;
    private static final int HASH_DIGITS = 16;
    private static final int REMEMBERED = 10_000;
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private static final Logger log = LoggerFactory.getLogger("stampede.security");

    private final SecretKey key;
    private final MeterRegistry meters;
    private final LoadingCache<String, Bucket> events = buckets(LINES_PER_MINUTE);
    private final LoadingCache<String, Bucket> addresses = buckets(LINES_PER_MINUTE_AND_ADDRESS);
    private final LongAdder leftOut = new LongAdder();

    @Autowired
    SecurityEvents(SigningKeys keys, MeterRegistry meters) {
        this(keys.ofAccounts().get(0), meters);
    }

    SecurityEvents(SecretKey key, MeterRegistry meters) {
        this.key = key;
        this.meters = meters;
        for (var event : SecurityEvent.values()) {
            counter(event);
        }
    }

    /**
     * Writes an event of the request that this thread serves, with the address it came from and its trace.
     *
     * @param facts what else is known, such as {@code account}, {@code role}, {@code reason}; never a secret, a username or
     *     what else is personal. Of values, what is no letter, digit or common sign is replaced; they are cut after 200
     */
    public void write(SecurityEvent event, Map<String, ?> facts) {
        tell(event, facts);
    }

    /**
     * The same about somebody who gave a username, whatever it may be.
     *
     * @param username what was typed in; written as {@code user}, hashed
     */
    public void write(SecurityEvent event, String username, Map<String, ?> facts) {
        var all = new TreeMap<String, Object>(facts);
        all.put("user", hashOf(username));
        tell(event, all);
    }

    private void tell(SecurityEvent event, Map<String, ?> facts) {
        counter(event).increment();
        var address = RequestAddress.current().orElse("none");
        if (admits(event + " " + facts.get("role"), address)) {
            var missing = leftOut.sumThenReset();
            log.info("{}", line(event, address, new TreeMap<>(facts), missing));
        } else {
            leftOut.increment();
        }
    }

    private Counter counter(SecurityEvent event) {
        return Counter.builder("stampede.security.events")
                .description("What was tried by whom may not, and what staff did to accounts")
                .tag("event", event.name())
                .register(meters);
    }

    /** Asks for the address first: one that is past its bound takes no line of the others. */
    private boolean admits(String event, String address) {
        return addresses.get(event + " " + address).tryConsume(1)
                && events.get(event).tryConsume(1);
    }

    private static String line(SecurityEvent event, String address, Map<String, ?> facts, long missing) {
        var line = new StringBuilder("event=").append(event).append(" address=").append(clean(address));
        facts.forEach((name, value) ->
                line.append(' ').append(clean(name)).append('=').append(clean(value)));
        Trace.current().ifPresent(trace -> line.append(" trace=").append(trace.id()));
        if (missing > 0) {
            line.append(" left_out=").append(missing);
        }
        return line.toString();
    }

    /** Nothing that ends a value or a line. */
    private static String clean(Object value) {
        return Ascii.truncate(String.valueOf(value), LONGEST_VALUE, "").replaceAll("[^A-Za-z0-9._:/,{}*+-]", "_");
    }

    /** The first 64 bits of a keyed hash of the name in lower case. */
    String hashOf(String username) {
        var name = Ascii.truncate(username, LONGEST_NAME, "");
        // The prefix keeps these hashes apart from whatever else the key signs.
        return Hashing.hmacSha256(key)
                .hashString("security-event-user:" + name.toLowerCase(Locale.ROOT), StandardCharsets.UTF_8)
                .toString()
                .substring(0, HASH_DIGITS);
    }

    private static LoadingCache<String, Bucket> buckets(int perMinute) {
        return Caffeine.newBuilder()
                .maximumSize(REMEMBERED)
                .expireAfterAccess(MINUTE)
                .build(whose -> Bucket.builder()
                        .addLimit(limit -> limit.capacity(perMinute).refillGreedy(perMinute, MINUTE))
                        .build());
    }
}
