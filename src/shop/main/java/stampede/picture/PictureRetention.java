package stampede.picture;

import java.time.Clock;
import java.time.Duration;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Forgets pictures that no product has shown for a while, also those that nobody ever put anywhere. */
@Component
class PictureRetention {

    private static final int PAGE = 100;

    private final PictureRepository pictures;
    private final PictureOriginalRepository originals;
    private final PictureStore store;
    private final TransactionTemplate transaction;
    private final Clock clock;
    private final Duration keep;

    PictureRetention(
            PictureRepository pictures,
            PictureOriginalRepository originals,
            PictureStore store,
            TransactionTemplate transaction,
            Clock clock,
            PictureProperties properties) {
        this.pictures = pictures;
        this.originals = originals;
        this.store = store;
        this.transaction = transaction;
        this.clock = clock;
        this.keep = properties.keepUnused();
    }

    /** Picture by picture, without a transaction around them all. */
    void forget() {
        var now = clock.millis();
        pictures.markUnused(now);
        var page = pictures.unused(now - keep.toMillis(), 0, PAGE);
        while (!page.isEmpty()) {
            page.forEach(this::forget);
            page = pictures.unused(
                    now - keep.toMillis(), page.get(page.size() - 1).value(), PAGE);
        }
    }

    private void forget(PictureId picture) {
        try {
            transaction.executeWithoutResult(status -> {
                store.delete(picture);
                originals.delete(picture);
                pictures.delete(picture);
            });
        } catch (DataIntegrityViolationException usedJustNow) {
            // A product shows it since a moment ago, so all is as it was.
            return;
        }
    }
}
