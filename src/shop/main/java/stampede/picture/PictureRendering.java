package stampede.picture;

import com.google.common.hash.Hashing;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.util.Collection;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Draws a picture that waits for it, and forgets what was uploaded. Done again it finds nothing left to do. */
@Component
class PictureRendering {

    private final PictureRepository pictures;
    private final PictureOriginalRepository originals;
    private final PictureStore store;
    private final PictureRenderer renderer;
    private final PictureShowing showing;
    private final TransactionTemplate transaction;
    private final Clock clock;

    PictureRendering(
            PictureRepository pictures,
            PictureOriginalRepository originals,
            PictureStore store,
            PictureRenderer renderer,
            PictureShowing showing,
            TransactionTemplate transaction,
            Clock clock) {
        this.pictures = pictures;
        this.originals = originals;
        this.store = store;
        this.renderer = renderer;
        this.showing = showing;
        this.transaction = transaction;
        this.clock = clock;
    }

    void render(PictureId picture) {
        pictures.waiting(picture).ifPresent(shape -> {
            try {
                var files = files(picture, shape);
                transaction.executeWithoutResult(status -> keep(picture, files));
            } catch (PictureRefused refused) {
                transaction.executeWithoutResult(status -> {
                    pictures.refuse(picture, refused.reason());
                    originals.delete(picture);
                });
            }
        });
        showing.showWhereUsed(picture);
    }

    private Collection<PictureFile> files(PictureId picture, PictureShape shape) {
        try (var file = new TemporaryFile()) {
            originals.writeTo(file.path(), picture);
            return renderer.render(file.path(), shape);
        } catch (IOException diskFails) {
            throw new UncheckedIOException(diskFails);
        }
    }

    /** Its row first: of two that have drawn it, one waits here and then finds that it is done. */
    private void keep(PictureId picture, Collection<PictureFile> files) {
        if (pictures.ready(picture, drawn(files), clock.millis())) {
            store.keep(picture, files);
            originals.delete(picture);
        }
    }

    private static Picture.Drawn drawn(Collection<PictureFile> files) {
        var all = Hashing.sha256().newHasher();
        files.forEach(file -> all.putBytes(file.bytes()));
        var largest = files.stream().mapToInt(PictureFile::side).max().orElseThrow();
        return new Picture.Drawn(all.hash().toString(), files.iterator().next().type(), largest);
    }
}
