package stampede.picture;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.account.AccountId;
import stampede.http.BoundedStream;
import stampede.ids.Ids;
import stampede.task.Tasks;

/** Takes pictures from people. What they send is looked at at once and drawn by a worker; {@link #find} tells how far it is. */
@Component
public class Pictures {

    /** How large a file may be, in bytes. */
    public static final int MOST_BYTES = 8 << 20;

    /** How many pictures an account may upload within an hour. */
    public static final int MOST_PER_HOUR = 200;

    private static final Duration HOUR = Duration.ofHours(1);

    private final PictureRepository pictures;
    private final PictureOriginalRepository originals;
    private final Tasks tasks;
    private final Ids ids;
    private final TransactionTemplate transaction;
    private final Clock clock;

    Pictures(
            PictureRepository pictures,
            PictureOriginalRepository originals,
            Tasks tasks,
            Ids ids,
            TransactionTemplate transaction,
            Clock clock) {
        this.pictures = pictures;
        this.originals = originals;
        this.tasks = tasks;
        this.ids = ids;
        this.transaction = transaction;
        this.clock = clock;
    }

    /**
     * Takes a picture: JPEG, PNG, GIF or WebP by its content. It is not decoded here, and no more of it is read than may be.
     *
     * @param owner who may use it
     * @param file not closed
     * @return it, waiting to be drawn
     * @throws PictureRefused if it is not taken; nothing of it is kept then
     * @throws IOException if the file cannot be read
     */
    public Picture upload(AccountId owner, InputStream file, PictureShape shape) throws IOException {
        refuseTooMany(owner);
        try (var copy = new TemporaryFile()) {
            Files.copy(bounded(file), copy.path(), StandardCopyOption.REPLACE_EXISTING);
            var inspection = PictureInspection.of(copy.path());
            var picture = new Picture(
                    new PictureId(ids.next()),
                    owner,
                    Picture.State.PENDING,
                    Optional.empty(),
                    inspection.width(),
                    inspection.height(),
                    Optional.empty());
            transaction.executeWithoutResult(status -> keep(picture, shape, copy.path()));
            return picture;
        }
    }

    /** A picture of whomever; how far it is, and where. */
    public Optional<Picture> find(PictureId picture) {
        return pictures.find(picture);
    }

    private void keep(Picture picture, PictureShape shape, Path file) {
        pictures.add(picture, shape, clock.millis());
        try {
            originals.add(picture.id(), file);
        } catch (IOException diskFails) {
            throw new UncheckedIOException(diskFails);
        }
        tasks.send(new RenderPicture(picture.id().toString()));
    }

    /** Counted in the table, so that all nodes count together; those who press at the same moment may get past it by a few. */
    private void refuseTooMany(AccountId owner) {
        var now = clock.millis();
        var uploads = pictures.uploads(owner, now - HOUR.toMillis(), MOST_PER_HOUR);
        if (uploads.size() == MOST_PER_HOUR) {
            var oldest = uploads.get(MOST_PER_HOUR - 1);
            throw new PictureRefused(PictureRefusal.TOO_MANY_UPLOADS, HOUR.minusMillis(now - oldest));
        }
    }

    private static InputStream bounded(InputStream file) {
        return new BoundedStream(file, MOST_BYTES) {
            @Override
            protected void tooLong() {
                throw new PictureRefused(PictureRefusal.PICTURE_TOO_HEAVY);
            }
        };
    }
}
