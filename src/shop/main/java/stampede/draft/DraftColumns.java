package stampede.draft;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import stampede.account.AccountId;
import stampede.account.Scope;
import stampede.catalog.ProductId;
import stampede.catalog.SaleWindow;
import stampede.money.Money;

/** Terms, windows and scopes as values of statements, and back. */
final class DraftColumns {

    private DraftColumns() {}

    static Map<String, Object> of(DraftTerms terms) {
        var values = new HashMap<String, Object>(of(terms.window()));
        values.put("product", terms.product().value());
        values.put("price", terms.price().fen());
        values.put("units", terms.units());
        values.put("limit", terms.limitPerShopper());
        values.put("addressLimit", terms.limitPerAddress());
        return values;
    }

    static Map<String, Object> of(SaleWindow window) {
        return Map.of(
                "opens", window.opensAt().toEpochMilli(),
                "closes", window.closesAt().toEpochMilli());
    }

    /** 0 for those who see everything. */
    static long seller(Scope scope) {
        return scope.only().map(AccountId::value).orElse(0L);
    }

    static SaleWindow window(ResultSet row) throws SQLException {
        return new SaleWindow(
                Instant.ofEpochMilli(row.getLong("opens_ms")), Instant.ofEpochMilli(row.getLong("closes_ms")));
    }

    static DraftTerms terms(ResultSet row) throws SQLException {
        return new DraftTerms(
                new ProductId(row.getLong("product_id")),
                window(row),
                new Money(row.getLong("price_fen")),
                row.getInt("units"),
                row.getInt("limit_per_shopper"),
                row.getInt("limit_per_address"));
    }
}
