package stampede.draft;

import java.util.LinkedHashMap;
import java.util.Map;
import stampede.catalog.ProductId;
import stampede.catalog.SaleWindow;
import stampede.money.Money;

/**
 * What an offer is to be.
 *
 * @param product what is sold
 * @param window when: that of a slot, or one of its own, for which a slot is made
 * @param price the flash price of one unit
 * @param units how many there are
 * @param limitPerShopper how many of them one shopper may have
 * @param limitPerAddress how many of them may go to one address; 0 for as many as anybody orders
 */
public record DraftTerms(
        ProductId product, SaleWindow window, Money price, int units, int limitPerShopper, int limitPerAddress) {

    /** By name, for the audit log. */
    Map<String, Object> fields() {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("product", product);
        fields.put("opens", window.opensAt());
        fields.put("closes", window.closesAt());
        fields.put("price", price);
        fields.put("units", units);
        fields.put("limit", limitPerShopper);
        fields.put("addressLimit", limitPerAddress);
        return fields;
    }
}
