package stampede.draft;

import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.springframework.stereotype.Service;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.account.AccountId;
import stampede.account.Scope;
import stampede.account.SignedIn;
import stampede.audit.AuditLog;
import stampede.catalog.OfferId;
import stampede.catalog.OfferState;
import stampede.catalog.ProductId;
import stampede.catalog.SaleWindow;
import stampede.ids.Ids;
import stampede.support.DeadlockRetry;

/** Writes drafts of offers. Sellers have theirs, operators all; what is another seller's does not exist. Every change is audited. */
@Service
public class OfferDrafts {

    /** How many drafts of one seller may wait to be published. */
    static final int MOST_DRAFTS = 500;

    private static final int MOST_PRODUCTS = 500;

    private static final String NUMBER = "[1-9]\\d{0,17}|[1-8]\\d{18}";

    private final OfferDraftRepository drafts;
    private final DraftRules rules;
    private final AuditLog audit;
    private final Ids ids;
    private final TransactionTemplate transaction;
    private final Clock clock;

    public OfferDrafts(
            OfferDraftRepository drafts,
            DraftRules rules,
            AuditLog audit,
            Ids ids,
            TransactionTemplate transaction,
            Clock clock) {
        this.drafts = drafts;
        this.rules = rules;
        this.audit = audit;
        this.ids = ids;
        this.transaction = transaction;
        this.clock = clock;
    }

    /**
     * Looks it up.
     *
     * @throws DraftRefused if there is none in their scope
     */
    public OfferDraft find(SignedIn by, DraftId draft) {
        return drafts.find(draft, Scope.of(by)).orElseThrow(() -> new DraftRefused(DraftRefusal.NO_SUCH_DRAFT));
    }

    /** Those in this state of what they see, newest first, at most so many below a number. */
    public List<OfferDraft> newest(SignedIn by, OfferState state, long below, int most) {
        return drafts.newest(state, Scope.of(by), below, most);
    }

    /** How many are in this state, of those that they see. */
    public int count(SignedIn by, OfferState state) {
        return drafts.count(state, Scope.of(by));
    }

    /** How many of all wait for approval. */
    public int countPending() {
        return drafts.count(OfferState.PENDING, new Scope.All());
    }

    /** The product, if they may put it on offer. */
    public Optional<DraftProduct> product(SignedIn by, ProductId product) {
        return drafts.product(product, Scope.of(by));
    }

    /**
     * The product that somebody means: by its number, by its seller's key, by a seller's username, a slash and the key, or by its name.
     *
     * @throws DraftRefused if they may put none such on offer, or several are called so
     */
    public DraftProduct product(SignedIn by, String written) {
        var word = written.strip();
        return Optional.of(word)
                .filter(text -> text.matches(NUMBER))
                .flatMap(text -> product(by, ProductId.of(text)))
                .orElseGet(() -> called(by, word));
    }

    /** The products of a seller, newest first; 500 at most. */
    public List<DraftProduct> products(AccountId seller) {
        return drafts.products(seller, MOST_PRODUCTS);
    }

    /** What an offer was published with, of those that they see. */
    public Optional<DraftTerms> termsOf(SignedIn by, OfferId offer) {
        return drafts.termsOf(offer, Scope.of(by));
    }

    /**
     * Keeps a new draft.
     *
     * @throws DraftRefused if it cannot be
     */
    public OfferDraft add(SignedIn by, DraftTerms terms) {
        return done(() -> {
            var draft = store(by, terms);
            audit.write(
                    new AuditLog.Act(by.who(), "OFFER_DRAFTED", draft.subject()),
                    AuditLog.Change.ofFields(Map.of(), terms.fields()));
            return draft;
        });
    }

    /**
     * Copies an offer into drafts, one for each window.
     *
     * @throws DraftRefused if there is no such offer in their scope, or one of them cannot be
     */
    public List<OfferDraft> copy(SignedIn by, OfferId offer, List<SaleWindow> windows) {
        return done(() -> {
            var terms = termsOf(by, offer).orElseThrow(() -> new DraftRefused(DraftRefusal.NO_SUCH_DRAFT));
            var copies = windows.stream()
                    .map(window -> store(
                            by,
                            new DraftTerms(
                                    terms.product(),
                                    window,
                                    terms.price(),
                                    terms.units(),
                                    terms.limitPerShopper(),
                                    terms.limitPerAddress())))
                    .toList();
            audit.write(
                    by.who(),
                    "OFFER_COPIED",
                    "offer:" + offer,
                    AuditLog.Change.of(
                            "",
                            copies.stream()
                                    .map(copy -> copy.subject() + " opens "
                                            + copy.terms().window().opensAt())
                                    .reduce((one, other) -> one + "\n" + other)
                                    .orElse("")),
                    "");
            return copies;
        });
    }

    /**
     * Changes a draft that is not submitted. A change that is none leaves no trace.
     *
     * @param seen its version as it was seen
     * @throws DraftRefused if that cannot be
     */
    public OfferDraft change(SignedIn by, DraftId id, long seen, DraftTerms terms) {
        return done(() -> {
            var draft = lock(by, id);
            DraftRefused.unless(draft.isDraft(), DraftRefusal.NOT_A_DRAFT);
            DraftRefused.unless(draft.version() == seen, DraftRefusal.CHANGED_MEANWHILE);
            var product = wanted(by, terms);
            rules.check(by, terms, product);
            if (!draft.terms().equals(terms)) {
                drafts.change(draft, product, terms);
                audit.write(
                        new AuditLog.Act(by.who(), "OFFER_DRAFT_CHANGED", draft.subject()),
                        AuditLog.Change.ofFields(draft.terms().fields(), terms.fields()));
            }
            return find(by, id);
        });
    }

    /**
     * Forgets it.
     *
     * @throws DraftRefused if it is not there or no draft any more
     */
    public void delete(SignedIn by, DraftId id) {
        done(() -> {
            var draft = lock(by, id);
            DraftRefused.unless(draft.isDraft(), DraftRefusal.NOT_A_DRAFT);
            return delete(new AuditLog.Act(by.who(), "OFFER_DRAFT_DELETED", draft.subject()), draft);
        });
    }

    /**
     * The same, also of one that waits for approval.
     *
     * @param reason for the audit log
     * @throws DraftRefused if it is not there or published
     */
    public void delete(SignedIn by, DraftId id, String reason) {
        done(() -> {
            var draft = lock(by, id);
            DraftRefused.unless(draft.isDraft() || draft.isPending(), DraftRefusal.NOT_A_DRAFT);
            return delete(new AuditLog.Act(by.who(), "OFFER_DRAFT_DELETED", draft.subject()).because(reason), draft);
        });
    }

    /** A number goes before a key, or a seller could choose a key that is another's number. */
    private DraftProduct called(SignedIn by, String word) {
        var called = drafts.productsCalled(word, Scope.of(by));
        DraftRefused.unless(called.size() < 2, DraftRefusal.SEVERAL_PRODUCTS);
        return called.stream().findFirst().orElseThrow(() -> new DraftRefused(DraftRefusal.NO_SUCH_PRODUCT));
    }

    private OfferDraft delete(AuditLog.Act act, OfferDraft draft) {
        drafts.delete(draft);
        audit.write(act, AuditLog.Change.ofFields(draft.terms().fields(), Map.of()));
        return draft;
    }

    private OfferDraft store(SignedIn by, DraftTerms terms) {
        var product = wanted(by, terms);
        rules.check(by, terms, product);
        DraftRefused.unless(
                drafts.countOpen(product.seller()) < MOST_DRAFTS, DraftRefusal.TOO_MANY_DRAFTS, MOST_DRAFTS);
        var draft = new OfferDraft(
                new DraftId(ids.next()),
                product.seller(),
                product.name(),
                terms,
                OfferState.DRAFT,
                0,
                "",
                by.who(),
                clock.instant(),
                Optional.empty(),
                Optional.empty());
        drafts.add(draft);
        return draft;
    }

    private DraftProduct wanted(SignedIn by, DraftTerms terms) {
        return product(by, terms.product()).orElseThrow(() -> new DraftRefused(DraftRefusal.NO_SUCH_PRODUCT));
    }

    private OfferDraft lock(SignedIn by, DraftId id) {
        return drafts.lock(id, Scope.of(by)).orElseThrow(() -> new DraftRefused(DraftRefusal.NO_SUCH_DRAFT));
    }

    private <T> T done(Supplier<T> work) {
        return DeadlockRetry.run(() -> Objects.requireNonNull(transaction.execute(status -> work.get())));
    }
}
