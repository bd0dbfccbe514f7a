package stampede.api.seller;

import java.util.List;
import org.jspecify.annotations.Nullable;
import stampede.picture.Picture;
import stampede.refusal.RefusalReason;

/**
 * A picture that a seller uploaded, as the API shows it.
 *
 * @param id what a product refers to it by
 * @param state PENDING until it is drawn, then READY, or REFUSED
 * @param refusal why it cannot be drawn, if it is REFUSED
 * @param width of what was uploaded, upright, in pixels
 * @param height of what was uploaded, upright, in pixels
 * @param files its squares, smallest first, once it is READY; what an address names never changes
 */
public record PictureView(
        String id, Picture.State state, @Nullable RefusalReason refusal, int width, int height, List<File> files) {

    public static PictureView of(Picture picture) {
        return new PictureView(
                picture.id().toString(),
                picture.state(),
                picture.refusal().orElse(null),
                picture.width(),
                picture.height(),
                picture.drawn()
                        .map(drawn -> drawn.sides().stream()
                                .map(side -> new File(side, drawn.path(side)))
                                .toList())
                        .orElse(List.of()));
    }

    /**
     * One size of it.
     *
     * @param side width and height in pixels
     * @param path under the site's root
     */
    public record File(int side, String path) {}
}
