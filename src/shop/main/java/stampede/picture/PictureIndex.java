package stampede.picture;

import com.google.common.hash.BloomFilter;
import com.google.common.hash.Funnels;
import io.github.bucket4j.Bucket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.springframework.stereotype.Component;

/**
 * Which addresses there may be: a no is certain, and costs nobody a question, however many a stranger makes up. An address that is not
 * known makes the node ask for new ones, once in a second over time, and some more often at first: who uploads two pictures after each
 * other sees both at once, unless somebody makes addresses up meanwhile; then a picture is found a second after it was drawn.
 */
@Component
class PictureIndex {

    private static final int SMALLEST = 10_000;
    private static final double FALSE_POSITIVES = 0.001;
    private static final int PAGE = 5_000;
    private static final int REFRESHES_AT_ONCE = 10;
    private static final Duration REFRESH_EVERY = Duration.ofSeconds(1);

    /** Who commits later may have looked at the clock earlier. */
    private static final long OVERLAP_MS = Duration.ofMinutes(1).toMillis();

    private final PictureRepository pictures;
    private final ReentrantLock refreshing = new ReentrantLock();
    private volatile BloomFilter<CharSequence> known = filter(SMALLEST);
    private long room = SMALLEST;
    private final Bucket refreshes = Bucket.builder()
            .addLimit(limit -> limit.capacity(REFRESHES_AT_ONCE).refillGreedy(1, REFRESH_EVERY))
            .build();
    private long newestMs;

    PictureIndex(PictureRepository pictures) {
        this.pictures = pictures;
    }

    boolean mayHold(String sha256) {
        if (known.mightContain(sha256)) {
            return true;
        }
        refreshIfDue();
        return known.mightContain(sha256);
    }

    /** Those who come while another reads wait for it, or they would say no too early. */
    private void refreshIfDue() {
        var due = refreshes.tryConsume(1);
        if (!due && !refreshing.isLocked()) {
            return;
        }
        refreshing.lock();
        try {
            if (due) {
                read();
            }
        } finally {
            refreshing.unlock();
        }
    }

    private void read() {
        var filter = known;
        fill(filter, Math.max(0, newestMs - OVERLAP_MS));
        while (filter.approximateElementCount() > room) {
            room *= 4;
            filter = filter(room);
            fill(filter, 0);
        }
        known = filter;
    }

    private void fill(BloomFilter<CharSequence> filter, long sinceMs) {
        var page = pictures.addresses(sinceMs, 0, PAGE);
        while (!page.isEmpty()) {
            page.forEach(address -> filter.put(address.sha256()));
            var last = page.get(page.size() - 1);
            newestMs = Math.max(newestMs, last.readyMs());
            page = page.size() < PAGE ? List.of() : pictures.addresses(last.readyMs(), last.id(), PAGE);
        }
    }

    private static BloomFilter<CharSequence> filter(long room) {
        return BloomFilter.create(Funnels.stringFunnel(StandardCharsets.US_ASCII), room, FALSE_POSITIVES);
    }
}
