package stampede.seller.coupon;

import jakarta.servlet.http.HttpServletRequest;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import stampede.coupon.CouponRefusal;
import stampede.coupon.CouponRefused;
import stampede.coupon.NewCoupon;
import stampede.desk.DeskForm;
import stampede.money.Money;

/** The form of a new coupon: money in yuan, times on the shop's clock. Empty fields have the values that are usual. */
final class CouponForm {

    static final String NAME = "name";
    static final String DESCRIPTION = "description";
    static final String FACE = "face";
    static final String MINIMUM = "minimum";
    static final String AMOUNT = "amount";
    static final String FROM = "from";
    static final String UNTIL = "until";
    static final String DAYS = "days";
    static final String LAST_DAY = "lastDay";

    private static final List<String> FIELDS =
            List.of(NAME, DESCRIPTION, FACE, MINIMUM, AMOUNT, FROM, UNTIL, DAYS, LAST_DAY);

    private final DeskForm form;
    private final ZoneId zone;

    private CouponForm(DeskForm form, ZoneId zone) {
        this.form = form;
        this.zone = zone;
    }

    /** To be filled in. */
    static DeskForm blank() {
        return DeskForm.of(Map.of(DAYS, Integer.toString(NewCoupon.DAYS)), 0);
    }

    static CouponForm of(HttpServletRequest request, ZoneId zone) {
        return new CouponForm(DeskForm.of(request, FIELDS), zone);
    }

    DeskForm form() {
        return form;
    }

    /** What was typed in; empty if something in it cannot be read, which the form says then. */
    Optional<NewCoupon> read() {
        var face = read(FACE, Money::ofYuan, "coupon.form.money");
        var minimum = read(MINIMUM, Money::ofYuan, "coupon.form.money");
        var amount = read(AMOUNT, CouponForm::whole, "coupon.form.number");
        var from = read(FROM, this::moment, "coupon.form.moment");
        var until = read(UNTIL, this::moment, "coupon.form.moment");
        var days = read(DAYS, CouponForm::whole, "coupon.form.number");
        var lastDay = read(LAST_DAY, this::endOfDay, "coupon.form.moment");
        if (!form.errors().none()) {
            return Optional.empty();
        }
        return Optional.of(new NewCoupon(
                form.value(NAME),
                form.value(DESCRIPTION),
                face.orElse(new Money(0)),
                minimum.orElse(new Money(0)),
                amount.orElse(0),
                from,
                until,
                days.orElse(NewCoupon.DAYS),
                lastDay));
    }

    /** Says at its field what cannot be. */
    void refuse(CouponRefused refused) {
        form.errors().reject(field(refused.reason()), refused.reason().messageKey() + ".text");
    }

    private static String field(CouponRefusal reason) {
        return switch (reason) {
            case BAD_COUPON_DESCRIPTION -> DESCRIPTION;
            case BAD_FACE_VALUE -> FACE;
            case BAD_MINIMUM_SPEND -> MINIMUM;
            case BAD_AMOUNT -> AMOUNT;
            case BAD_COUPON_WINDOW -> UNTIL;
            case BAD_VALIDITY -> DAYS;
            default -> NAME;
        };
    }

    private <T> Optional<T> read(String field, Function<String, T> reader, String message) {
        var text = form.value(field);
        if (text.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(reader.apply(text));
        } catch (IllegalArgumentException | DateTimeException | ArithmeticException unreadable) {
            form.errors().reject(field, message);
            return Optional.empty();
        }
    }

    private static Integer whole(String text) {
        return Integer.valueOf(text);
    }

    private Instant moment(String text) {
        return LocalDateTime.parse(text).atZone(zone).toInstant();
    }

    private Instant endOfDay(String text) {
        return LocalDate.parse(text).plusDays(1).atStartOfDay(zone).toInstant();
    }
}
