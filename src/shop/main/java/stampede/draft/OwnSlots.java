package stampede.draft;

import java.util.Objects;
import org.springframework.stereotype.Service;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.account.SignedIn;
import stampede.audit.AuditLog;
import stampede.catalog.OfferPublishing;
import stampede.catalog.SaleWindow;
import stampede.catalog.SlotId;

/** Makes slots beside those of the clock. */
@Service
public class OwnSlots {

    private final OfferDraftRepository drafts;
    private final DraftRules rules;
    private final OfferPublishing publishing;
    private final AuditLog audit;
    private final TransactionTemplate transaction;

    OwnSlots(
            OfferDraftRepository drafts,
            DraftRules rules,
            OfferPublishing publishing,
            AuditLog audit,
            TransactionTemplate transaction) {
        this.drafts = drafts;
        this.rules = rules;
        this.publishing = publishing;
        this.audit = audit;
        this.transaction = transaction;
    }

    /**
     * Makes a slot with this window; if there is one, that is it. Audited, if it was made.
     *
     * @param by an operator
     * @throws DraftRefused if it is shorter than 10 minutes or longer than 24 hours, is over, or opens too far from now
     */
    public SlotId make(SignedIn by, SaleWindow window) {
        rules.checkOwn(window);
        return Objects.requireNonNull(
                transaction.execute(status -> drafts.slot(window).orElseGet(() -> store(by, window))));
    }

    private SlotId store(SignedIn by, SaleWindow window) {
        var slot = publishing.slot(window);
        audit.write(
                by.who(),
                "SLOT_MADE",
                "slot:" + slot,
                AuditLog.Change.of("", window.opensAt() + " to " + window.closesAt()),
                "");
        return slot;
    }
}
