package stampede.catalog.cache;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import stampede.account.AccountId;
import stampede.catalog.Offer;
import stampede.catalog.OfferId;
import stampede.catalog.ProductFace;
import stampede.catalog.ProductId;
import stampede.catalog.SaleWindow;
import stampede.catalog.ShownPicture;
import stampede.catalog.SlotId;
import stampede.money.Money;

/**
 * An offer as the fields of a Redis hash, each of them text. Nodes of the release before read {@code name}, {@code descriptionHtml} and
 * {@code picture}; what they wrote has no {@code form}, or no {@code limitPerAddress}, and is read from the database again, because it
 * lacks the rest.
 */
final class OfferHashFields {

    /** The form of a copy; another one counts as none. */
    static final String FORM = "2";

    private static final String LIMIT_PER_ADDRESS = "limitPerAddress";

    private OfferHashFields() {}

    static Map<String, String> of(Offer offer) {
        var fields = new LinkedHashMap<String, String>();
        fields.put("id", offer.id().toString());
        fields.put("slot", offer.slot().toString());
        fields.put("opensAtMs", millis(offer.window().opensAt()));
        fields.put("closesAtMs", millis(offer.window().closesAt()));
        fields.put("product", offer.product().toString());
        fields.put("seller", offer.seller().toString());
        fields.put("name", offer.name());
        fields.put("descriptionHtml", offer.descriptionHtml());
        fields.put("picture", offer.picture());
        fields.put("form", FORM);
        fields.put("nameZh", offer.face().nameZh());
        fields.put("nameEn", offer.face().nameEn());
        fields.put("descriptionZh", offer.face().descriptionZh());
        fields.put("descriptionEn", offer.face().descriptionEn());
        fields.put("drawing", offer.face().drawing());
        fields.put("pictures", ShownPicture.write(offer.face().pictures()));
        fields.put("listPriceFen", Long.toString(offer.listPrice().fen()));
        fields.put("priceFen", Long.toString(offer.price().fen()));
        fields.put("allotment", Integer.toString(offer.allotment()));
        fields.put("limitPerShopper", Integer.toString(offer.limitPerShopper()));
        fields.put(LIMIT_PER_ADDRESS, Integer.toString(offer.limitPerAddress()));
        fields.put("version", Long.toString(offer.version()));
        return fields;
    }

    /** Whether a copy can be read by this release. */
    static boolean isReadable(Map<String, String> fields) {
        return FORM.equals(fields.get("form")) && fields.containsKey(LIMIT_PER_ADDRESS);
    }

    static Offer read(Map<String, String> fields) {
        return new Offer(
                OfferId.of(field(fields, "id")),
                SlotId.of(field(fields, "slot")),
                new SaleWindow(instant(fields, "opensAtMs"), instant(fields, "closesAtMs")),
                ProductId.of(field(fields, "product")),
                AccountId.of(field(fields, "seller")),
                face(fields),
                new Money(number(fields, "listPriceFen")),
                new Money(number(fields, "priceFen")),
                Math.toIntExact(number(fields, "allotment")),
                Math.toIntExact(number(fields, "limitPerShopper")),
                Math.toIntExact(number(fields, LIMIT_PER_ADDRESS)),
                number(fields, "version"));
    }

    private static ProductFace face(Map<String, String> fields) {
        return new ProductFace(
                field(fields, "nameZh"),
                field(fields, "nameEn"),
                field(fields, "descriptionZh"),
                field(fields, "descriptionEn"),
                field(fields, "drawing"),
                ShownPicture.read(field(fields, "pictures")));
    }

    private static String millis(Instant instant) {
        return Long.toString(instant.toEpochMilli());
    }

    private static Instant instant(Map<String, String> fields, String name) {
        return Instant.ofEpochMilli(number(fields, name));
    }

    private static long number(Map<String, String> fields, String name) {
        return Long.parseLong(field(fields, name));
    }

    private static String field(Map<String, String> fields, String name) {
        var value = fields.get(name);
        if (value == null) {
            throw new NoSuchElementException("The copy of an offer has no field " + name);
        }
        return value;
    }
}
