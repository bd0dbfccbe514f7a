package stampede.imports.kind;

import java.time.Clock;
import java.util.List;
import java.util.Optional;
import stampede.account.SignedIn;
import stampede.catalog.OfferChanges;
import stampede.catalog.OfferState;
import stampede.catalog.SaleWindow;
import stampede.draft.DraftId;
import stampede.draft.DraftRefused;
import stampede.draft.OfferDraft;
import stampede.draft.OfferDrafts;
import stampede.imports.CheckedLine;
import stampede.imports.ImportColumn;
import stampede.imports.ImportKind;
import stampede.imports.ImportProblem;
import stampede.imports.ImportRow;
import stampede.imports.TakeBack;
import stampede.sale.SaleWithdrawal;

/** Deletes drafts and withdraws offers that have not opened, and gives others their old terms, if nobody changed them since. */
final class OfferTakeBack implements TakeBack {

    private static final List<String> KEYS = List.of("sku", "slot", "opens", "closes", ImportColumn.SELLER);

    private final ImportKind offers;
    private final OfferDrafts drafts;
    private final SaleWithdrawal withdrawal;
    private final OfferChanges published;
    private final Clock clock;

    OfferTakeBack(
            ImportKind offers, OfferDrafts drafts, SaleWithdrawal withdrawal, OfferChanges published, Clock clock) {
        this.offers = offers;
        this.drafts = drafts;
        this.withdrawal = withdrawal;
        this.published = published;
        this.clock = clock;
    }

    @Override
    public Optional<ImportProblem> obstacle(SignedIn by, ImportRow row) {
        return row.made()
                ? find(by, row)
                        .map(draft -> ofNew(by, row, draft))
                        .orElseGet(() -> Optional.of(ImportProblem.in("", "stays.gone")))
                : FormerRow.obstacle(offers, by, row, FormerRow.of(row, KEYS));
    }

    @Override
    public void run(SignedIn by, ImportRow row, String reason) {
        if (!row.made()) {
            offers.apply(by, FormerRow.of(row, KEYS));
            return;
        }
        var draft = find(by, row).orElseThrow();
        var offer = draft.offer();
        if (offer.isPresent()) {
            withdrawal.withdraw(by, offer.get(), reason);
        } else {
            drafts.delete(by, draft.id(), reason);
        }
    }

    private Optional<ImportProblem> ofNew(SignedIn by, ImportRow row, OfferDraft draft) {
        if (draft.offer()
                .flatMap(published::state)
                .filter(OfferState.WITHDRAWN::equals)
                .isPresent()) {
            return Optional.of(ImportProblem.in("", "stays.gone"));
        }
        if (draft.offer().isPresent() && draft.terms().window().phaseAt(clock.instant()) != SaleWindow.Phase.UPCOMING) {
            return Optional.of(ImportProblem.in("", "stays.opened"));
        }
        var now = offers.check(by, List.of(row.checked().line())).get(0);
        return now.state() == CheckedLine.State.UNCHANGED
                ? Optional.empty()
                : Optional.of(ImportProblem.in("", "stays.changed"));
    }

    private Optional<OfferDraft> find(SignedIn by, ImportRow row) {
        try {
            return Optional.of(drafts.find(by, new DraftId(row.subject().orElseThrow())));
        } catch (DraftRefused none) {
            return Optional.empty();
        }
    }
}
