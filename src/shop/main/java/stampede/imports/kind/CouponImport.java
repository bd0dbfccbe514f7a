package stampede.imports.kind;

import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import stampede.account.AccountId;
import stampede.account.Accounts;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.catalog.Catalog;
import stampede.coupon.CouponOffer;
import stampede.coupon.CouponRefusal;
import stampede.coupon.CouponStop;
import stampede.coupon.Coupons;
import stampede.coupon.NewCoupon;
import stampede.imports.CheckedLine;
import stampede.imports.ImportChange;
import stampede.imports.ImportColumn;
import stampede.imports.ImportKind;
import stampede.imports.ImportLine;
import stampede.imports.ImportProblem;
import stampede.imports.ImportRefusal;
import stampede.imports.ImportRefused;
import stampede.imports.TakeBack;
import stampede.money.Money;

/** Coupons that sellers offer, by their names. One that is on offer is never changed: a row either makes one, or is so already, or cannot be. */
@Component
@Order(3)
class CouponImport implements ImportKind {

    private static final String NAME = "name";
    private static final String AMOUNT = "amount";
    private static final String STOCK = "stock";
    private static final String MIN_SPEND = "min_spend";
    private static final String FROM = "from";
    private static final String UNTIL = "until";
    private static final String VALID_DAYS = "valid_days";
    private static final String DESCRIPTION = "description";

    private final Coupons coupons;
    private final CouponStop stop;
    private final Accounts accounts;
    private final Catalog catalog;
    private final Clock clock;

    CouponImport(Coupons coupons, CouponStop stop, Accounts accounts, Catalog catalog, Clock clock) {
        this.coupons = coupons;
        this.stop = stop;
        this.accounts = accounts;
        this.catalog = catalog;
        this.clock = clock;
    }

    @Override
    public String name() {
        return "coupons";
    }

    @Override
    public List<ImportColumn> columns() {
        return List.of(
                ImportColumn.required(NAME, 60, "Ten off", "coupon name", "名称", "优惠券", "优惠券名称"),
                ImportColumn.required(AMOUNT, 20, "500", "how many", "数量", "总数", "张数"),
                ImportColumn.required(STOCK, 20, "10.00", "face", "face value", "worth", "面额", "面值"),
                ImportColumn.optional(MIN_SPEND, 20, "99.00", "minimum", "minimum spend", "门槛", "使用门槛", "最低消费"),
                ImportColumn.optional(FROM, 40, "2030-11-23 20:00", "开始", "开始时间", "开始领取"),
                ImportColumn.optional(UNTIL, 40, "2030-12-23 20:00", "结束", "结束时间", "截止领取"),
                ImportColumn.optional(VALID_DAYS, 20, "30", "days", "有效天数", "领取后有效天数"),
                ImportColumn.optional(DESCRIPTION, 200, "For all teapots", "说明", "使用说明"));
    }

    @Override
    public String key(ImportLine line) {
        return line.cell(ImportColumn.SELLER).orElse("") + "\n"
                + line.required(NAME).strip();
    }

    @Override
    public List<CheckedLine> check(SignedIn by, List<ImportLine> lines) {
        var sellers = new HashMap<String, Optional<AccountId>>();
        lines.forEach(line -> sellers.computeIfAbsent(sellerName(line), name -> seller(by, name)));
        var known = sellers.values().stream()
                .flatMap(Optional::stream)
                .distinct()
                .collect(Collectors.toMap(
                        Function.identity(),
                        seller -> coupons.offers(
                                seller,
                                lines.stream().map(line -> line.required(NAME)).toList())));
        return lines.stream()
                .map(line -> sellers.getOrDefault(sellerName(line), Optional.empty())
                        .map(seller -> check(line, known.getOrDefault(seller, Map.of())))
                        .orElseGet(() -> CheckedLine.cannot(
                                line, List.of(ImportProblem.in(ImportColumn.SELLER, "seller", sellerName(line))))))
                .toList();
    }

    @Override
    public long apply(SignedIn by, ImportLine line) {
        var seller = seller(by, sellerName(line)).orElseThrow(() -> new ImportRefused(ImportRefusal.NO_SUCH_IMPORT));
        return coupons.publish(by, seller, coupon(line, new ArrayList<>()).orElseThrow())
                .value();
    }

    @Override
    public TakeBack takeBack() {
        return new CouponTakeBack(coupons, stop, clock);
    }

    private CheckedLine check(ImportLine line, Map<String, CouponOffer> known) {
        var problems = new ArrayList<ImportProblem>();
        var wanted = coupon(line, problems);
        if (wanted.isEmpty()) {
            return CheckedLine.cannot(line, problems);
        }
        var offered = known.get(wanted.get().name());
        if (offered != null) {
            return isSame(offered, wanted.get())
                    ? CheckedLine.can(line, CheckedLine.State.UNCHANGED, List.of())
                    : CheckedLine.cannot(line, List.of(in(NAME, CouponRefusal.COUPON_NAME_TAKEN)));
        }
        return coupons.problem(wanted.get())
                .map(refusal -> CheckedLine.cannot(line, List.of(in(column(refusal), refusal))))
                .orElseGet(() -> CheckedLine.can(line, CheckedLine.State.NEW, changes(line)));
    }

    /** The window is left out: our own file says when it was stopped, and what is left empty means from now on. */
    private static boolean isSame(CouponOffer offered, NewCoupon wanted) {
        var terms = offered.terms();
        return offered.amount() == wanted.amount()
                && terms.faceValue().equals(wanted.faceValue())
                && terms.minimumSpend().equals(wanted.minimumSpend())
                && terms.validDays() == wanted.validDays()
                && terms.description().equals(wanted.description());
    }

    private List<ImportChange> changes(ImportLine line) {
        return columns().stream()
                .filter(column -> line.cell(column.name()).isPresent())
                .map(column -> new ImportChange(column.name(), "", line.required(column.name())))
                .toList();
    }

    private Optional<NewCoupon> coupon(ImportLine line, List<ImportProblem> problems) {
        var cells = new CellReader(line, catalog.zone(), problems);
        var amount = cells.whole(AMOUNT);
        var face = cells.money(STOCK);
        var minimum = cells.money(MIN_SPEND);
        var from = cells.moment(FROM);
        var until = cells.moment(UNTIL);
        var days = cells.whole(VALID_DAYS);
        return problems.isEmpty()
                ? Optional.of(new NewCoupon(
                        line.required(NAME),
                        line.cell(DESCRIPTION).orElse(""),
                        face.orElse(new Money(0)),
                        minimum.orElse(new Money(0)),
                        amount.orElse(0),
                        from,
                        until,
                        days.orElse(NewCoupon.DAYS),
                        Optional.empty()))
                : Optional.empty();
    }

    /** A seller sells for themselves, whatever the file says; an operator names one. */
    private Optional<AccountId> seller(SignedIn by, String named) {
        return by.role() == Role.SELLER
                ? Optional.of(by.id())
                : accounts.find(named)
                        .filter(found -> found.role() == Role.SELLER)
                        .map(SignedIn::id);
    }

    private static String sellerName(ImportLine line) {
        return line.cell(ImportColumn.SELLER).orElse("");
    }

    private static ImportProblem in(String column, CouponRefusal refusal) {
        return new ImportProblem(column, refusal.messageKey() + ".text", List.of());
    }

    private static String column(CouponRefusal refusal) {
        return switch (refusal) {
            case BAD_COUPON_DESCRIPTION -> DESCRIPTION;
            case BAD_FACE_VALUE -> STOCK;
            case BAD_MINIMUM_SPEND -> MIN_SPEND;
            case BAD_AMOUNT -> AMOUNT;
            case BAD_COUPON_WINDOW -> UNTIL;
            case BAD_VALIDITY -> VALID_DAYS;
            default -> NAME;
        };
    }
}
