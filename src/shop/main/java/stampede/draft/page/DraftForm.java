package stampede.draft.page;

import jakarta.servlet.http.HttpServletRequest;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import stampede.catalog.ProductId;
import stampede.catalog.SaleWindow;
import stampede.desk.DeskForm;
import stampede.draft.DraftProduct;
import stampede.draft.DraftRefused;
import stampede.draft.DraftTerms;
import stampede.money.Money;

/**
 * What somebody typed about an offer, and what it says. Moments are written in the shop's zone; a slot is written as its two moments, so that
 * people can read it where two of them changed it.
 */
final class DraftForm {

    /** What is chosen instead of a slot. */
    static final String OWN = "own";

    static final List<String> FIELDS =
            List.of("product", "slot", "opens", "closes", "price", "units", "limit", "addressLimit");

    private final DeskForm form;
    private final ZoneId zone;

    private DraftForm(DeskForm form, ZoneId zone) {
        this.form = form;
        this.zone = zone;
    }

    static DraftForm of(HttpServletRequest request, ZoneId zone) {
        return new DraftForm(DeskForm.of(request, FIELDS), zone);
    }

    DeskForm form() {
        return form;
    }

    /** As terms would be typed in. */
    static Map<String, String> values(DraftTerms terms, ZoneId zone) {
        var values = new LinkedHashMap<String, String>();
        values.put("product", terms.product().toString());
        values.put("slot", slot(terms.window(), zone));
        values.put("opens", local(terms.window().opensAt(), zone));
        values.put("closes", local(terms.window().closesAt(), zone));
        values.put("price", terms.price().yuan());
        values.put("units", Integer.toString(terms.units()));
        values.put("limit", Integer.toString(terms.limitPerShopper()));
        values.put("addressLimit", Integer.toString(terms.limitPerAddress()));
        return values;
    }

    static String slot(SaleWindow window, ZoneId zone) {
        return local(window.opensAt(), zone) + "/" + local(window.closesAt(), zone);
    }

    /**
     * What it says; empty if something cannot be read, which is among its errors then.
     *
     * @param products finds the one that is written, or refuses
     */
    Optional<DraftTerms> terms(Function<String, DraftProduct> products) {
        var product = product(products);
        var window = window();
        var price = price();
        var units = whole("units");
        var limit = whole("limit");
        var addressLimit = form.value("addressLimit").isEmpty() ? 0 : whole("addressLimit");
        return form.errors().none()
                ? Optional.of(new DraftTerms(
                        product.orElseThrow(), window.orElseThrow(), price.orElseThrow(), units, limit, addressLimit))
                : Optional.empty();
    }

    /** Says at its field why it was refused. */
    void refuse(DraftRefused refused) {
        var field = refused.reason().field();
        form.errors()
                .reject(field.isEmpty() ? "product" : field, refused.reason().messageKey() + ".text", refused.number());
    }

    /** Windows that a form names, such as that of a slot. */
    static Optional<SaleWindow> window(String slot, ZoneId zone) {
        var moments = slot.split("/", 2);
        return moments.length == 2 ? window(moments[0], moments[1], zone) : Optional.empty();
    }

    private static Optional<SaleWindow> window(String opens, String closes, ZoneId zone) {
        try {
            var from = LocalDateTime.parse(opens).atZone(zone).toInstant();
            var to = LocalDateTime.parse(closes).atZone(zone).toInstant();
            return from.isBefore(to) && from.toEpochMilli() > 0 && to.toEpochMilli() > 0
                    ? Optional.of(new SaleWindow(from, to))
                    : Optional.empty();
        } catch (DateTimeException | ArithmeticException unreadable) {
            return Optional.empty();
        }
    }

    private Optional<ProductId> product(Function<String, DraftProduct> products) {
        var text = form.value("product");
        if (text.isEmpty()) {
            form.errors().reject("product", "draft.form.product");
            return Optional.empty();
        }
        try {
            return Optional.of(products.apply(text).id());
        } catch (DraftRefused refused) {
            refuse(refused);
            return Optional.empty();
        }
    }

    private Optional<SaleWindow> window() {
        var isOwn = form.value("slot").equals(OWN);
        var window = isOwn ? window(form.value("opens"), form.value("closes"), zone) : window(form.value("slot"), zone);
        if (window.isEmpty()) {
            form.errors().reject(isOwn ? "opens" : "slot", isOwn ? "draft.form.opens" : "draft.form.slot");
        }
        return window;
    }

    private Optional<Money> price() {
        try {
            return Optional.of(Money.ofYuan(form.value("price")));
        } catch (IllegalArgumentException unreadable) {
            form.errors().reject("price", "draft.form.price");
            return Optional.empty();
        }
    }

    private int whole(String field) {
        var text = form.value(field);
        if (text.matches("\\d{1,9}")) {
            return Integer.parseInt(text);
        }
        form.errors().reject(field, "draft.form.whole");
        return 0;
    }

    private static String local(Instant instant, ZoneId zone) {
        return LocalDateTime.ofInstant(instant, zone).toString();
    }
}
