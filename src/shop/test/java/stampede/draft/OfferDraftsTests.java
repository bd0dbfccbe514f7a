package stampede.draft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import stampede.StampedeTest;
import stampede.account.SignedIn;
import stampede.catalog.OfferState;
import stampede.catalog.SaleWindow;
import stampede.money.Money;

/** What a draft may be like, who may touch it, and that each act is written down. */
@StampedeTest
class OfferDraftsTests {

    @Autowired
    private OfferDrafts drafts;

    @Autowired
    private OfferSubmissions submissions;

    @Autowired
    private DraftDesk desk;

    private SignedIn seller;
    private DraftTerms terms;

    @BeforeEach
    void sell() {
        seller = desk.seller();
        terms = desk.terms(seller);
    }

    @Test
    void aDraftIsKeptChangedAndDeletedAndTheAuditLogSaysSo() {
        var draft = drafts.add(seller, terms);
        assertThat(desk.offers(terms.product())).isZero();
        var cheaper = with(new Money(990), 5, 2);

        var changed = drafts.change(seller, draft.id(), 0, cheaper);
        var same = drafts.change(seller, draft.id(), 1, cheaper);

        assertThat(changed.terms()).isEqualTo(cheaper);
        assertThat(same.version()).isEqualTo(1);
        refuses(DraftRefusal.CHANGED_MEANWHILE, () -> drafts.change(seller, draft.id(), 0, terms));
        drafts.delete(seller, draft.id());
        refuses(DraftRefusal.NO_SUCH_DRAFT, () -> drafts.find(seller, draft.id()));
        var log = desk.audited("offer-draft:" + draft.id());
        assertThat(log).hasSize(3);
        assertThat(log.get(0)).startsWith("OFFER_DRAFTED: product: \n").contains("price: ¥19.90", "units: 5");
        assertThat(log.get(1)).isEqualTo("OFFER_DRAFT_CHANGED: price: ¥19.90 -> price: ¥9.90");
        assertThat(log.get(2)).startsWith("OFFER_DRAFT_DELETED: product: ");
    }

    @Test
    void rulesHoldAtTheirEdges() {
        drafts.add(seller, with(new Money(1), 1, 1));
        drafts.add(seller, with(new Money(9_900), 10_000, 100));
        drafts.add(desk.operator(), with(new Money(1), 1_000_000, 1));

        refuses(DraftRefusal.BAD_PRICE, () -> drafts.add(seller, with(new Money(0), 1, 1)));
        refuses(DraftRefusal.BAD_PRICE, () -> drafts.add(seller, with(new Money(9_901), 1, 1)));
        refuses(DraftRefusal.BAD_UNITS, () -> drafts.add(seller, with(new Money(1), 0, 1)));
        refuses(DraftRefusal.BAD_UNITS, () -> drafts.add(seller, with(new Money(1), 10_001, 1)));
        refuses(DraftRefusal.BAD_UNITS, () -> drafts.add(desk.operator(), with(new Money(1), 1_000_001, 1)));
        refuses(DraftRefusal.BAD_LIMIT, () -> drafts.add(seller, with(new Money(1), 1, 0)));
        refuses(DraftRefusal.BAD_LIMIT, () -> drafts.add(seller, with(new Money(1), 1, 101)));
    }

    @Test
    void windowsOfTheirOwnAreForOperatorsUnlessTheShopLetsSellers() {
        var operator = desk.operator();
        var own = desk.window(Duration.ofHours(3));
        var opens = own.opensAt();
        var free = desk.drafts(DraftDesk.properties(true, true, 20));

        refuses(DraftRefusal.NO_OWN_WINDOW, () -> drafts.add(seller, in(own)));
        assertThat(free.add(seller, in(own)).terms().window()).isEqualTo(own);
        drafts.add(operator, in(new SaleWindow(opens, opens.plus(Duration.ofMinutes(10)))));
        drafts.add(operator, in(new SaleWindow(opens, opens.plus(Duration.ofHours(24)))));
        refuses(
                DraftRefusal.BAD_WINDOW,
                () -> drafts.add(
                        operator,
                        in(new SaleWindow(
                                opens, opens.plus(Duration.ofMinutes(10)).minusMillis(1)))));
        refuses(
                DraftRefusal.BAD_WINDOW,
                () -> drafts.add(
                        operator,
                        in(new SaleWindow(
                                opens, opens.plus(Duration.ofHours(24)).plusMillis(1)))));
        refuses(DraftRefusal.BAD_WINDOW, () -> drafts.add(operator, in(desk.window(Duration.ofDays(61)))));
        refuses(DraftRefusal.BAD_WINDOW, () -> drafts.add(operator, in(desk.window(Duration.ofHours(-2)))));
    }

    @Test
    void whatIsAnothersIsNotThere() {
        var draft = drafts.add(seller, terms);
        var other = desk.seller();

        refuses(DraftRefusal.NO_SUCH_PRODUCT, () -> drafts.add(other, terms));
        refuses(DraftRefusal.NO_SUCH_DRAFT, () -> drafts.find(other, draft.id()));
        refuses(DraftRefusal.NO_SUCH_DRAFT, () -> drafts.change(other, draft.id(), 0, desk.terms(other)));
        refuses(DraftRefusal.NO_SUCH_DRAFT, () -> drafts.delete(other, draft.id()));
        refuses(DraftRefusal.NO_SUCH_DRAFT, () -> submissions.submit(other, draft.id()));
        var offer = submissions
                .approve(desk.operator(), submissions.submit(seller, draft.id()).id(), 1)
                .offer()
                .orElseThrow();
        refuses(DraftRefusal.NO_SUCH_DRAFT, () -> drafts.copy(other, offer, List.of(terms.window())));
        assertThat(drafts.termsOf(other, offer)).isEmpty();
        assertThat(drafts.products(other.id())).extracting(DraftProduct::seller).containsOnly(other.id());
    }

    @Test
    void anOfferIsCopiedIntoOneDraftForEachSlot() {
        var operator = desk.operator();
        var offer = submissions
                .submit(operator, drafts.add(operator, terms).id())
                .offer()
                .orElseThrow();
        var windows = List.of(desk.slot(Duration.ofHours(4)), desk.slot(Duration.ofHours(5)));

        var copies = drafts.copy(seller, offer, windows);

        assertThat(copies).extracting(copy -> copy.terms().window()).containsExactlyElementsOf(windows);
        assertThat(copies)
                .allMatch(copy -> copy.terms().price().equals(terms.price()) && copy.state() == OfferState.DRAFT);
        assertThat(drafts.count(seller, OfferState.DRAFT)).isEqualTo(2);
        assertThat(desk.audited("offer:" + offer).get(1)).startsWith("OFFER_COPIED:  -> offer-draft:");
    }

    private DraftTerms with(Money price, int units, int limit) {
        return new DraftTerms(terms.product(), terms.window(), price, units, limit, 0);
    }

    private DraftTerms in(SaleWindow window) {
        return desk.terms(terms.product(), window);
    }

    private static void refuses(DraftRefusal reason, ThrowingCallable act) {
        assertThatExceptionOfType(DraftRefused.class)
                .isThrownBy(act)
                .extracting(DraftRefused::reason)
                .isEqualTo(reason);
    }
}
