package stampede.storefront;

import java.util.List;

/**
 * A short name for the numbers that a page shows. The page asks with the name it has; as long as it is the same there is
 * nothing to send.
 */
final class PageFingerprint {

    private PageFingerprint() {}

    static String of(List<OfferCard> cards) {
        return Integer.toHexString(cards.stream()
                .map(card -> List.of(card.state().name(), card.shows().name(), card.left(), card.total()))
                .toList()
                .hashCode());
    }
}
