package stampede.imports.kind;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.catalog.OfferChanges;
import stampede.catalog.SaleWindow;
import stampede.draft.DraftChecks;
import stampede.draft.DraftRefusal;
import stampede.draft.DraftRefused;
import stampede.draft.DraftTerms;
import stampede.draft.OfferDrafts;
import stampede.draft.OfferSubmissions;
import stampede.draft.PlacedOffer;
import stampede.imports.CheckedLine;
import stampede.imports.ImportChange;
import stampede.imports.ImportColumn;
import stampede.imports.ImportKind;
import stampede.imports.ImportLine;
import stampede.imports.ImportProblem;
import stampede.imports.TakeBack;
import stampede.sale.SaleWithdrawal;

/**
 * Offers, by product and window: new ones become drafts that are submitted, by the rules of their pages. What is published is changed by
 * operators only, and only until it opens.
 */
@Component
@Order(2)
class OfferImport implements ImportKind {

    private final OfferRowReader reader;
    private final DraftChecks checks;
    private final OfferTermsChange change;
    private final OfferDrafts drafts;
    private final OfferSubmissions submissions;
    private final SaleWithdrawal withdrawal;
    private final OfferChanges published;
    private final Clock clock;

    OfferImport(
            OfferRowReader reader,
            DraftChecks checks,
            OfferTermsChange change,
            OfferDrafts drafts,
            OfferSubmissions submissions,
            SaleWithdrawal withdrawal,
            OfferChanges published,
            Clock clock) {
        this.reader = reader;
        this.checks = checks;
        this.change = change;
        this.drafts = drafts;
        this.submissions = submissions;
        this.withdrawal = withdrawal;
        this.published = published;
        this.clock = clock;
    }

    @Override
    public String name() {
        return "offers";
    }

    @Override
    public List<ImportColumn> columns() {
        return List.of(
                ImportColumn.required(OfferRowReader.SKU, 64, "TP-1", "item number", "货号", "商品编号", "商家编码"),
                ImportColumn.optional(
                        OfferRowReader.OPENS, 40, "2030-11-23 20:00", "opens at", "from", "开始", "开始时间", "开场时间"),
                ImportColumn.optional(OfferRowReader.CLOSES, 40, "", "closes at", "until", "结束", "结束时间"),
                ImportColumn.optional(OfferRowReader.SLOT, 20, "", "slot number", "场次", "场次编号"),
                ImportColumn.required(OfferRowReader.PRICE, 20, "19.90", "flash price", "秒杀价", "价格"),
                ImportColumn.required(OfferRowReader.UNITS, 20, "100", "allotment", "total", "件数", "库存", "活动库存"),
                ImportColumn.optional(OfferRowReader.LIMIT, 20, "2", "limit per shopper", "限购"),
                ImportColumn.optional(OfferRowReader.ADDRESS_LIMIT, 20, "", "limit per address", "每址限购", "地址限购"),
                ImportColumn.optional(OfferRowReader.STATE, 20, "", "status", "状态"));
    }

    /** The same offer written in two ways is found when the second is applied. */
    @Override
    public String key(ImportLine line) {
        return String.join(
                "\n",
                line.cell(ImportColumn.SELLER).orElse(""),
                line.required(OfferRowReader.SKU),
                line.cell(OfferRowReader.SLOT).orElse(""),
                line.cell(OfferRowReader.OPENS).orElse(""),
                line.cell(OfferRowReader.CLOSES).orElse(""));
    }

    @Override
    public List<CheckedLine> check(SignedIn by, List<ImportLine> lines) {
        return lines.stream().map(line -> check(by, line)).toList();
    }

    @Override
    public long apply(SignedIn by, ImportLine line) {
        var wanted = reader.read(by, line, new ArrayList<>())
                .orElseThrow(() -> new DraftRefused(DraftRefusal.NO_SUCH_PRODUCT));
        var placed = reader.placed(wanted);
        if (placed.isPresent()) {
            change.apply(by, placed.get(), wanted.terms(placed.get()));
            return placed.get().id();
        }
        var draft = drafts.add(by, wanted.terms());
        if (wanted.submitted()) {
            submissions.submit(by, draft.id());
        }
        return draft.id().value();
    }

    @Override
    public TakeBack takeBack() {
        return new OfferTakeBack(this, drafts, withdrawal, published, clock);
    }

    private CheckedLine check(SignedIn by, ImportLine line) {
        var problems = new ArrayList<ImportProblem>();
        var wanted = reader.read(by, line, problems);
        if (wanted.isEmpty()) {
            return CheckedLine.cannot(line, problems);
        }
        return reader.placed(wanted.get())
                .map(placed -> changed(by, line, placed, wanted.get().terms(placed)))
                .orElseGet(() -> added(by, line, wanted.get()));
    }

    private CheckedLine added(SignedIn by, ImportLine line, WantedOffer wanted) {
        var terms = wanted.terms();
        return checks.ofNew(by, wanted.seller(), terms, wanted.submitted())
                .map(refused -> CheckedLine.cannot(line, List.of(problem(line, refused))))
                .orElseGet(() -> CheckedLine.can(
                        line,
                        CheckedLine.State.NEW,
                        List.of(
                                new ImportChange(
                                        OfferRowReader.PRICE, "", terms.price().yuan()),
                                new ImportChange(OfferRowReader.UNITS, "", Integer.toString(terms.units())),
                                new ImportChange(OfferRowReader.LIMIT, "", Integer.toString(terms.limitPerShopper())),
                                new ImportChange(
                                        OfferRowReader.ADDRESS_LIMIT, "", Integer.toString(terms.limitPerAddress())))));
    }

    private CheckedLine changed(SignedIn by, ImportLine line, PlacedOffer placed, DraftTerms terms) {
        var changes = changes(placed.terms(), terms);
        if (changes.isEmpty()) {
            return CheckedLine.can(line, CheckedLine.State.UNCHANGED, List.of());
        }
        return fixed(by, placed)
                .map(word -> CheckedLine.cannot(
                        line,
                        changes.stream()
                                .map(change -> ImportProblem.in(change.column(), word, change.before()))
                                .toList()))
                .or(() -> checks.ofChange(by, terms)
                        .map(refused -> CheckedLine.cannot(line, List.of(problem(line, refused)))))
                .orElseGet(() -> CheckedLine.can(line, CheckedLine.State.CHANGED, changes));
    }

    /** Why nothing of it can be changed by a row. */
    private Optional<String> fixed(SignedIn by, PlacedOffer placed) {
        return switch (placed.state()) {
            case DRAFT -> Optional.empty();
            case PENDING -> Optional.of("fixed.pending");
            case WITHDRAWN -> Optional.of("fixed.withdrawn");
            case PUBLISHED -> {
                if (placed.terms().window().phaseAt(clock.instant()) != SaleWindow.Phase.UPCOMING) {
                    yield Optional.of("fixed.opened");
                }
                yield by.role() == Role.SELLER ? Optional.of("fixed.published") : Optional.empty();
            }
        };
    }

    private static List<ImportChange> changes(DraftTerms before, DraftTerms after) {
        var changes = new ArrayList<ImportChange>();
        change(OfferRowReader.PRICE, before.price().yuan(), after.price().yuan(), changes);
        change(OfferRowReader.UNITS, Integer.toString(before.units()), Integer.toString(after.units()), changes);
        change(
                OfferRowReader.LIMIT,
                Integer.toString(before.limitPerShopper()),
                Integer.toString(after.limitPerShopper()),
                changes);
        change(
                OfferRowReader.ADDRESS_LIMIT,
                Integer.toString(before.limitPerAddress()),
                Integer.toString(after.limitPerAddress()),
                changes);
        return changes;
    }

    private static void change(String column, String before, String after, List<ImportChange> changes) {
        if (!before.equals(after)) {
            changes.add(new ImportChange(column, before, after));
        }
    }

    private static ImportProblem problem(ImportLine line, DraftRefused refused) {
        var column = switch (refused.reason().field()) {
            case "product" -> OfferRowReader.SKU;
            case "price", "units", "limit" -> refused.reason().field();
            case "addressLimit" -> OfferRowReader.ADDRESS_LIMIT;
            case "slot", "opens" ->
                line.cell(OfferRowReader.SLOT).isPresent() ? OfferRowReader.SLOT : OfferRowReader.OPENS;
            default -> "";
        };
        return new ImportProblem(
                column,
                refused.reason().messageKey() + ".text",
                refused.number() == 0 ? List.of() : List.of(Integer.toString(refused.number())));
    }
}
