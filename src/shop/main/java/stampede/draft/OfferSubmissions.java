package stampede.draft;

import java.time.Clock;
import java.util.Objects;
import java.util.function.Consumer;
import org.springframework.stereotype.Service;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.account.Scope;
import stampede.account.SignedIn;
import stampede.audit.AuditLog;
import stampede.catalog.OfferId;
import stampede.catalog.OfferPublishing;
import stampede.catalog.OfferState;
import stampede.support.DeadlockRetry;

/**
 * Has drafts published: at once, or after an operator approved them. The offer is made in the transaction that ends the draft, which
 * holds its row: exactly one, whoever else wants it at the same moment. Every act is audited.
 */
@Service
public class OfferSubmissions {

    private final OfferDraftRepository drafts;
    private final DraftRules rules;
    private final OfferPublishing publishing;
    private final AuditLog audit;
    private final TransactionTemplate transaction;
    private final Clock clock;

    public OfferSubmissions(
            OfferDraftRepository drafts,
            DraftRules rules,
            OfferPublishing publishing,
            AuditLog audit,
            TransactionTemplate transaction,
            Clock clock) {
        this.drafts = drafts;
        this.rules = rules;
        this.publishing = publishing;
        this.audit = audit;
        this.transaction = transaction;
        this.clock = clock;
    }

    /** Whether what they submit waits for an operator. */
    public boolean needApproval(SignedIn by) {
        return rules.needsApproval(by);
    }

    /**
     * Publishes a draft, or leaves it to be approved.
     *
     * @return the draft as it is then: PUBLISHED or PENDING
     * @throws DraftRefused if it cannot be
     */
    public OfferDraft submit(SignedIn by, DraftId id) {
        return done(by, id, draft -> {
            DraftRefused.unless(draft.isDraft(), DraftRefusal.NOT_A_DRAFT);
            checkTerms(by, draft);
            rules.checkSubmission(by, draft);
            if (rules.needsApproval(by)) {
                drafts.submit(draft, clock.instant());
                audit.write(
                        new AuditLog.Act(by.who(), "OFFER_SUBMITTED", draft.subject()),
                        AuditLog.Change.of(OfferState.DRAFT, OfferState.PENDING));
            } else {
                publish(by, "OFFER_PUBLISHED", draft);
            }
        });
    }

    /**
     * Takes back what waits for approval, so that it can be changed. Again it changes nothing.
     *
     * @return the draft as it is then
     * @throws DraftRefused if it is not there, or published by now
     */
    public OfferDraft recall(SignedIn by, DraftId id) {
        return done(by, id, draft -> {
            DraftRefused.unless(draft.isPending() || draft.isDraft(), DraftRefusal.NOT_PENDING);
            if (draft.isPending()) {
                drafts.recall(draft);
                audit.write(
                        new AuditLog.Act(by.who(), "OFFER_RECALLED", draft.subject()),
                        AuditLog.Change.of(OfferState.PENDING, OfferState.DRAFT));
            }
        });
    }

    /**
     * Publishes what a seller submitted, while its slot has not opened.
     *
     * @param by an operator
     * @param seen its version as it was looked at
     * @throws DraftRefused if it is not waiting, is another one by now, or cannot be published any more
     */
    public OfferDraft approve(SignedIn by, DraftId id, long seen) {
        return done(by, id, draft -> {
            requirePending(draft, seen);
            DraftRefused.unless(rules.isUpcoming(draft.terms().window()), DraftRefusal.OPENED_MEANWHILE);
            checkTerms(by, draft);
            rules.checkPublication(draft);
            publish(by, "OFFER_APPROVED", draft);
        });
    }

    /**
     * Sends back what a seller submitted.
     *
     * @param by an operator
     * @param seen its version as it was looked at
     * @param words 5 to 200 characters, for the seller and the audit log
     * @throws DraftRefused if it is not waiting
     */
    public OfferDraft reject(SignedIn by, DraftId id, long seen, String words) {
        var why = words.strip();
        var length = why.codePointCount(0, why.length());
        DraftRefused.unless(length >= 5 && length <= 200, DraftRefusal.BAD_WORDS);
        return done(by, id, draft -> {
            requirePending(draft, seen);
            drafts.reject(draft, why);
            audit.write(
                    new AuditLog.Act(by.who(), "OFFER_REJECTED", draft.subject()).because(why),
                    AuditLog.Change.of(OfferState.PENDING, OfferState.DRAFT));
        });
    }

    private static void requirePending(OfferDraft draft, long seen) {
        DraftRefused.unless(draft.isPending(), DraftRefusal.NOT_PENDING);
        DraftRefused.unless(draft.version() == seen, DraftRefusal.CHANGED_MEANWHILE);
    }

    /** The product may have become another one since the draft was saved. */
    private void checkTerms(SignedIn by, OfferDraft draft) {
        var product = drafts.product(draft.terms().product(), Scope.of(by))
                .orElseThrow(() -> new DraftRefused(DraftRefusal.NO_SUCH_PRODUCT));
        rules.check(by, draft.terms(), product);
    }

    private void publish(SignedIn by, String action, OfferDraft draft) {
        var offer = publish(draft.terms());
        drafts.publish(draft, offer);
        audit.write(
                by.who(),
                action,
                "offer:" + offer,
                AuditLog.Change.of(draft.state(), OfferState.PUBLISHED),
                "%s, %s units at %s, %s a shopper%s, from %s"
                        .formatted(
                                draft.subject(),
                                draft.terms().units(),
                                draft.terms().price(),
                                draft.terms().limitPerShopper(),
                                draft.terms().limitPerAddress() == 0
                                        ? ""
                                        : ", %s to an address"
                                                .formatted(draft.terms().limitPerAddress()),
                                draft.terms().window().opensAt()));
    }

    private OfferId publish(DraftTerms terms) {
        var slot = drafts.slot(terms.window()).orElseGet(() -> publishing.slot(terms.window()));
        return publishing.publish(new OfferPublishing.NewOffer(
                terms.product(), slot, terms.price(), terms.units(), terms.limitPerShopper(), terms.limitPerAddress()));
    }

    /** Holds the draft, and with it all of its seller for the same window, which are counted. */
    private OfferDraft done(SignedIn by, DraftId id, Consumer<OfferDraft> act) {
        return DeadlockRetry.run(() -> Objects.requireNonNull(transaction.execute(status -> {
            var seen = find(by, id);
            drafts.lockWindow(seen.seller(), seen.terms().window());
            var draft = drafts.lock(id, Scope.of(by)).orElseThrow(() -> new DraftRefused(DraftRefusal.NO_SUCH_DRAFT));
            DraftRefused.unless(draft.terms().window().equals(seen.terms().window()), DraftRefusal.CHANGED_MEANWHILE);
            act.accept(draft);
            return find(by, id);
        })));
    }

    private OfferDraft find(SignedIn by, DraftId id) {
        return drafts.find(id, Scope.of(by)).orElseThrow(() -> new DraftRefused(DraftRefusal.NO_SUCH_DRAFT));
    }
}
