package stampede.address;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import stampede.account.AccountId;

/** The table {@code address}: rows are added and deleted, and nothing in them changes but which is the default. */
@Repository
class AddressRepository {

    private final JdbcClient sql;

    AddressRepository(JdbcClient sql) {
        this.sql = sql;
    }

    /** The default first, then the newest. */
    List<Address> list(AccountId account) {
        return sql.sql("""
                select id, name, phone, region, street, default_of from address
                 where account_id = :account order by default_of is null, id desc
                """)
                .param("account", account.value())
                .query(AddressRepository::address)
                .list();
    }

    Optional<Address> find(AccountId account, AddressId address) {
        return sql.sql("""
                select id, name, phone, region, street, default_of from address
                 where id = :id and account_id = :account
                """)
                .param("id", address.value())
                .param("account", account.value())
                .query(AddressRepository::address)
                .optional();
    }

    /** The places in the book that are taken; they stay so until the caller's transaction ends. */
    List<Integer> lockPlaces(AccountId account) {
        return sql.sql("select place from address where account_id = :account order by place for update")
                .param("account", account.value())
                .query(Integer.class)
                .list();
    }

    /** The place of one of them, which nobody else changes or deletes before the caller's transaction ends. */
    Optional<Integer> lockPlace(AccountId account, AddressId address) {
        return sql.sql("select place from address where id = :id and account_id = :account for update")
                .param("id", address.value())
                .param("account", account.value())
                .query(Integer.class)
                .optional();
    }

    void add(AccountId account, AddressId address, int place, AddressFields fields, boolean isDefault, long nowMs) {
        sql.sql("""
                insert into address (id, account_id, place, name, phone, region, street, default_of, added_ms)
                values (:id, :account, :place, :name, :phone, :region, :street, :defaultOf, :now)
                """)
                .param("id", address.value())
                .param("account", account.value())
                .param("place", place)
                .param("name", fields.name())
                .param("phone", fields.phone())
                .param("region", fields.region())
                .param("street", fields.street())
                .param("defaultOf", isDefault ? account.value() : null)
                .param("now", nowMs)
                .update();
    }

    void delete(AddressId address) {
        sql.sql("delete from address where id = :id")
                .param("id", address.value())
                .update();
    }

    void deleteAll(AccountId account) {
        sql.sql("delete from address where account_id = :account")
                .param("account", account.value())
                .update();
    }

    void clearDefault(AccountId account) {
        sql.sql("update address set default_of = null where default_of = :account")
                .param("account", account.value())
                .update();
    }

    void setDefault(AccountId account, AddressId address) {
        sql.sql("update address set default_of = :account where id = :id and account_id = :account")
                .param("account", account.value())
                .param("id", address.value())
                .update();
    }

    private static Address address(ResultSet row, int number) throws SQLException {
        return new Address(
                new AddressId(row.getLong("id")),
                new AddressFields(
                        row.getString("name"),
                        row.getString("phone"),
                        row.getString("region"),
                        row.getString("street")),
                row.getObject("default_of") != null);
    }
}
