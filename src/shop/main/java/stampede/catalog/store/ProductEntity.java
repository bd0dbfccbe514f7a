package stampede.catalog.store;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import org.jspecify.annotations.Nullable;
import stampede.account.AccountId;
import stampede.catalog.OfferPublishing;
import stampede.catalog.ProductId;
import stampede.money.Money;

/** A row of {@code product}. */
@Entity
@Table(name = "product")
public class ProductEntity {

    @Id
    private long id;

    private long sellerId;

    private String name;

    private String descriptionHtml;

    private String picture;

    private long listPriceFen;

    /** None before the row is stored, by which Spring Data knows that it is new. */
    @Version
    private @Nullable Long version;

    @SuppressWarnings("NullAway.Init")
    protected ProductEntity() {}

    public ProductEntity(ProductId id, OfferPublishing.NewProduct product) {
        this.id = id.value();
        this.sellerId = product.seller().value();
        this.name = product.name();
        this.descriptionHtml = product.descriptionHtml();
        this.picture = product.picture();
        this.listPriceFen = product.listPrice().fen();
    }

    public ProductId id() {
        return new ProductId(id);
    }

    AccountId seller() {
        return new AccountId(sellerId);
    }

    public String name() {
        return name;
    }

    String descriptionHtml() {
        return descriptionHtml;
    }

    String picture() {
        return picture;
    }

    public Money listPrice() {
        return new Money(listPriceFen);
    }
}
