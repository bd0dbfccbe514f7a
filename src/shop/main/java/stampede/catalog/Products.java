package stampede.catalog;

import java.util.List;
import java.util.Optional;
import stampede.account.AccountId;
import stampede.account.Scope;
import stampede.money.Money;

/**
 * Products one by one, straight from the database. What changes is in the caller's transaction, and every node shows it within two
 * seconds of the commit. Whether it may be changed is not asked here. Products of coupons are none.
 */
public interface Products {

    /** The product, if it is in that scope. */
    Optional<ProductRecord> find(ProductId product, Scope scope);

    /** The product to which a seller gave this key of theirs. */
    Optional<ProductRecord> find(AccountId seller, String sku);

    /** The same as {@link #find(ProductId, Scope)}; nobody else changes it, or its pictures, until the transaction ends. */
    Optional<ProductRecord> lock(ProductId product, Scope scope);

    /**
     * Stores a new product, with its descriptions sanitised.
     *
     * @throws IllegalArgumentException if something in it cannot be, with a sentence that says what
     * @throws org.springframework.dao.DuplicateKeyException if the seller has another product of that key
     */
    ProductId add(AccountId seller, ProductDetails details);

    /** Changes what is written about it, and whose it is; throws as {@link #add} does. */
    void change(ProductId product, AccountId seller, ProductDetails details);

    void changeState(ProductId product, ProductState state);

    /** Removes one that was never on sale. */
    void remove(ProductId product);

    /** Says where its pictures are. Its version stays. */
    void showPictures(ProductId product, List<ShownPicture> pictures);

    /** The highest price at which it is or will be sold; empty if it is not. */
    Optional<Money> highestPrice(ProductId product);

    /** Whether it was ever put on sale. */
    boolean isOffered(ProductId product);

    /** What the sanitiser leaves of a description. */
    String sanitised(String html);
}
