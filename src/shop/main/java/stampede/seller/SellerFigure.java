package stampede.seller;

import java.util.Optional;
import stampede.listing.ListPage;

/**
 * A number of a seller's first page.
 *
 * @param name its message is {@code seller.figure.NAME}
 * @param path the list with what was counted
 * @param isWork whether somebody has to do something about it
 * @param count how many; empty if it could not be had
 */
public record SellerFigure(String name, String path, boolean isWork, Optional<ListPage.Count> count) {

    /** Whether somebody has to look. */
    public boolean isWaiting() {
        return isWork && count.filter(had -> had.number() > 0).isPresent();
    }
}
