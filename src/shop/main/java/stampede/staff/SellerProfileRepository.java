package stampede.staff;

import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import stampede.account.AccountId;

/** What sellers call their shops. */
@Repository
class SellerProfileRepository {

    private static final String SELECT = """
            select coalesce(shop_name, '') as shop_name, coalesce(shop_name_en, '') as shop_name_en,
                   coalesce(contact, '') as contact from account where id = :id and role = 'SELLER'
            """;

    private final JdbcClient sql;

    SellerProfileRepository(JdbcClient sql) {
        this.sql = sql;
    }

    Optional<SellerProfile> find(AccountId seller) {
        return read(SELECT, seller);
    }

    /** Holds it until the end of the transaction. */
    Optional<SellerProfile> hold(AccountId seller) {
        return read(SELECT + " for update", seller);
    }

    void change(AccountId seller, SellerProfile profile) {
        sql.sql("update account set shop_name = :name, shop_name_en = :english, contact = :contact where id = :id")
                .param("name", profile.shopName())
                .param("english", profile.shopNameEn())
                .param("contact", profile.contact())
                .param("id", seller.value())
                .update();
    }

    private Optional<SellerProfile> read(String query, AccountId seller) {
        return sql.sql(query)
                .param("id", seller.value())
                .query((row, number) -> new SellerProfile(
                        row.getString("shop_name"), row.getString("shop_name_en"), row.getString("contact")))
                .optional();
    }
}
