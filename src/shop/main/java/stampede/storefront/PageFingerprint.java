package stampede.storefront;

import java.util.List;
import java.util.Optional;
import stampede.reminder.UnpaidOrders;

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

    /** Of the page of one offer, which says what may come back. */
    static String of(OfferCard card, Optional<UnpaidOrders.Tally> unpaid) {
        var numbers = of(List.of(card));
        return unpaid.map(tally -> numbers + Integer.toHexString(tally.hashCode()))
                .orElse(numbers);
    }
}
