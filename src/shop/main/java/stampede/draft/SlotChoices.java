package stampede.draft;

import java.time.Clock;
import java.util.List;
import org.springframework.stereotype.Component;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.catalog.SaleWindow;
import stampede.staff.SellerPolicy;

/** The slots into which somebody can put an offer now. */
@Component
public class SlotChoices {

    private static final int MOST = 200;

    private final OfferDraftRepository drafts;
    private final SellerPolicy sellers;
    private final Clock clock;

    SlotChoices(OfferDraftRepository drafts, SellerPolicy sellers, Clock clock) {
        this.drafts = drafts;
        this.sellers = sellers;
        this.clock = clock;
    }

    /** Earliest first: operators' those that have not ended, sellers' those that open late enough. */
    public List<SaleWindow> of(SignedIn by) {
        return by.role() == Role.SELLER
                ? drafts.slotsOpeningAfter(clock.instant().plus(sellers.lead()), MOST)
                : drafts.slotsEndingAfter(clock.instant(), MOST);
    }

    /** Whether they may have a slot of their own made. */
    public boolean mayBeOwn(SignedIn by) {
        return by.role() != Role.SELLER || sellers.ownWindows();
    }
}
