package stampede.storefront;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Component;
import stampede.account.AccountId;
import stampede.catalog.Offer;
import stampede.counter.OfferStatus;
import stampede.reminder.Reminder;
import stampede.reminder.ReminderKind;
import stampede.reminder.Reminders;
import stampede.site.ShopTimes;

/** What the bar below the head tells a shopper who asked to be told: what opens in a while, and what is back on sale. */
@Component
class ReminderBar {

    /** A page may be open for so long. */
    private static final Duration AHEAD = Duration.ofHours(12);

    /** Whoever was told by mail finds it on the page as well, for a while. */
    private static final Duration AFTER = Duration.ofMinutes(10);

    private static final int MOST = 20;

    private final Reminders reminders;
    private final OfferCards offerCards;
    private final ShopTimes times;

    ReminderBar(Reminders reminders, OfferCards offerCards, ShopTimes times) {
        this.reminders = reminders;
        this.offerCards = offerCards;
        this.times = times;
    }

    News of(AccountId account) {
        var now = times.now();
        var opening = new ArrayList<Opening>();
        var back = new ArrayList<Offer>();
        var waits = false;
        for (var reminder : reminders.list(account)) {
            if (reminder.kind() == ReminderKind.OPENING) {
                if (opening.size() < MOST && reminder.over().isBefore(now.plus(AHEAD))) {
                    opening.add(opening(reminder));
                }
            } else if (reminder.told()
                    .filter(told -> told.isBefore(now.minus(AFTER)))
                    .isEmpty()) {
                waits = true;
                reminder.offer()
                        .flatMap(offerCards::card)
                        .filter(card -> card.state() == OfferStatus.ON_SALE && card.left() > 0)
                        .map(OfferCard::offer)
                        .ifPresent(back::add);
            }
        }
        return new News(List.copyOf(opening), back.stream().limit(MOST).toList(), waits);
    }

    private Opening opening(Reminder reminder) {
        return reminder.offer()
                .map(id -> new Opening("/offers/" + id, offerCards.card(id).map(OfferCard::offer), reminder.over()))
                .orElseGet(() -> new Opening("/slots/" + reminder.slot(), Optional.empty(), reminder.over()));
    }

    /**
     * What there is to be told.
     *
     * @param waits whether something may come back, so that the bar has to ask again
     */
    record News(List<Opening> opening, List<Offer> back, boolean waits) {

        static final News NOTHING = new News(List.of(), List.of(), false);

        public boolean isNothing() {
            return opening.isEmpty() && !waits;
        }
    }

    /**
     * A sale that opens.
     *
     * @param path its page
     * @param offer empty: a slot, or an offer that this node does not know
     */
    record Opening(String path, Optional<Offer> offer, Instant at) {}
}
