package stampede.draft;

import java.time.Clock;
import java.time.Duration;
import org.springframework.stereotype.Component;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.catalog.SaleWindow;
import stampede.staff.SellerPolicy;

/** What an offer must be like to be kept as a draft, and to be submitted: of sellers more is asked than of operators. */
@Component
class DraftRules {

    private static final int LARGEST_ALLOTMENT = 1_000_000;
    private static final int LARGEST_LIMIT = 100;
    private static final int LARGEST_ADDRESS_LIMIT = 1_000;
    private static final Duration FURTHEST = Duration.ofDays(60);
    private static final Duration SHORTEST = Duration.ofMinutes(10);
    private static final Duration LONGEST = Duration.ofHours(24);

    private final OfferDraftRepository drafts;
    private final SellerPolicy sellers;
    private final Clock clock;

    DraftRules(OfferDraftRepository drafts, SellerPolicy sellers, Clock clock) {
        this.drafts = drafts;
        this.sellers = sellers;
        this.clock = clock;
    }

    /** @throws DraftRefused if it cannot be kept */
    void check(SignedIn by, DraftTerms terms, DraftProduct product) {
        DraftRefused.unless(
                terms.price().fen() > 0 && terms.price().compareTo(product.listPrice()) <= 0, DraftRefusal.BAD_PRICE);
        var most = isSeller(by) ? sellers.unitsPerOffer() : LARGEST_ALLOTMENT;
        DraftRefused.unless(terms.units() >= 1 && terms.units() <= most, DraftRefusal.BAD_UNITS, most);
        DraftRefused.unless(
                terms.limitPerShopper() >= 1 && terms.limitPerShopper() <= LARGEST_LIMIT, DraftRefusal.BAD_LIMIT);
        DraftRefused.unless(
                terms.limitPerAddress() >= 0 && terms.limitPerAddress() <= LARGEST_ADDRESS_LIMIT,
                DraftRefusal.BAD_ADDRESS_LIMIT);
        if (drafts.slot(terms.window()).isEmpty()) {
            DraftRefused.unless(!isSeller(by) || sellers.ownWindows(), DraftRefusal.NO_OWN_WINDOW);
            checkOwn(terms.window());
        }
    }

    /** @throws DraftRefused if that cannot be a slot of its own */
    void checkOwn(SaleWindow window) {
        var length = Duration.between(window.opensAt(), window.closesAt());
        DraftRefused.unless(
                length.compareTo(SHORTEST) >= 0
                        && length.compareTo(LONGEST) <= 0
                        && window.opensAt().isBefore(clock.instant().plus(FURTHEST))
                        && window.closesAt().isAfter(clock.instant()),
                DraftRefusal.BAD_WINDOW);
    }

    /**
     * Whether it may be submitted now. The caller holds all drafts of the seller with that window, so that two do not both take the last place.
     *
     * @throws DraftRefused if not
     */
    void checkSubmission(SignedIn by, OfferDraft draft) {
        var window = draft.terms().window();
        if (isSeller(by)) {
            var lead = sellers.lead();
            DraftRefused.unless(!window.opensAt().isBefore(clock.instant().plus(lead)), DraftRefusal.TOO_SOON, (int)
                    lead.toMinutes());
            var most = sellers.offersPerSlot();
            DraftRefused.unless(
                    drafts.countInWindow(draft.seller(), window) < most, DraftRefusal.TOO_MANY_OFFERS, most);
        }
        checkPublication(draft);
    }

    /** @throws DraftRefused if it could not be published now, whoever wants it */
    void checkPublication(OfferDraft draft) {
        var terms = draft.terms();
        DraftRefused.unless(terms.window().phaseAt(clock.instant()) != SaleWindow.Phase.ENDED, DraftRefusal.SLOT_OVER);
        DraftRefused.unless(!drafts.isInSlot(terms.product(), terms.window()), DraftRefusal.TWICE_IN_SLOT);
    }

    /** Whether what they submit waits for an operator. */
    boolean needsApproval(SignedIn by) {
        return isSeller(by) && sellers.approval();
    }

    boolean isUpcoming(SaleWindow window) {
        return window.phaseAt(clock.instant()) == SaleWindow.Phase.UPCOMING;
    }

    private static boolean isSeller(SignedIn by) {
        return by.role() == Role.SELLER;
    }
}
