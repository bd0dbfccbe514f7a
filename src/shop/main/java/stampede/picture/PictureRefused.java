package stampede.picture;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import stampede.refusal.RefusalException;

/** A picture is not taken, drawn or shown. */
public class PictureRefused extends RefusalException {

    public PictureRefused(PictureRefusal reason) {
        this(reason, null);
    }

    public PictureRefused(PictureRefusal reason, @Nullable Duration retryAfter) {
        super(reason, retryAfter);
    }

    @Override
    public PictureRefusal reason() {
        return (PictureRefusal) super.reason();
    }
}
