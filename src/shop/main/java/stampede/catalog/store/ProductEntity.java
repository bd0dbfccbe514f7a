package stampede.catalog.store;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import stampede.account.AccountId;
import stampede.catalog.CategoryId;
import stampede.catalog.OfferPublishing;
import stampede.catalog.ProductDetails;
import stampede.catalog.ProductFace;
import stampede.catalog.ProductId;
import stampede.catalog.ProductRecord;
import stampede.catalog.ProductState;
import stampede.catalog.ShownPicture;
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

    /** None in rows of the release before. */
    private @Nullable String nameZh;

    private @Nullable String nameEn;

    private @Nullable String descriptionZh;

    private @Nullable String descriptionEn;

    private @Nullable String sku;

    private @Nullable Long categoryId;

    /** A drawing, shown while there are no pictures. */
    private String picture;

    /** Written by a statement of its own, so that it leaves the version alone. */
    @Column(insertable = false, updatable = false)
    private @Nullable String pictures;

    private long listPriceFen;

    @Enumerated(EnumType.STRING)
    private ProductState state = ProductState.ACTIVE;

    /** None before the row is stored, by which Spring Data knows that it is new. */
    @Version
    private @Nullable Long version;

    @SuppressWarnings("NullAway.Init")
    protected ProductEntity() {}

    public ProductEntity(ProductId id, OfferPublishing.NewProduct product) {
        this.id = id.value();
        this.picture = product.picture();
        write(product.seller(), product.details());
    }

    public void change(AccountId seller, ProductDetails details) {
        write(seller, details);
    }

    public void change(ProductState now) {
        state = now;
    }

    /** Nodes of the release before read {@code name} and {@code description_html}. */
    private void write(AccountId seller, ProductDetails details) {
        sellerId = seller.value();
        name = details.name();
        nameZh = details.nameZh();
        nameEn = details.nameEn();
        descriptionZh = details.descriptionZh();
        descriptionEn = details.descriptionEn();
        descriptionHtml = details.descriptionZh().isEmpty() ? details.descriptionEn() : details.descriptionZh();
        listPriceFen = details.listPrice().fen();
        sku = details.sku().isEmpty() ? null : details.sku();
        categoryId = details.category().map(CategoryId::value).orElse(null);
    }

    public ProductId id() {
        return new ProductId(id);
    }

    public ProductState state() {
        return state;
    }

    AccountId seller() {
        return new AccountId(sellerId);
    }

    public String name() {
        return name;
    }

    public Money listPrice() {
        return new Money(listPriceFen);
    }

    public ProductFace face() {
        return toRecord().face();
    }

    public ProductRecord toRecord() {
        return new ProductRecord(
                id(),
                seller(),
                details(),
                state,
                picture,
                ShownPicture.read(pictures == null ? "" : pictures),
                version == null ? 0 : version);
    }

    private ProductDetails details() {
        var isOld = nameZh == null && nameEn == null;
        return new ProductDetails(
                isOld ? name : text(nameZh),
                text(nameEn),
                isOld ? descriptionHtml : text(descriptionZh),
                text(descriptionEn),
                listPrice(),
                text(sku),
                Optional.ofNullable(categoryId).map(CategoryId::new));
    }

    private static String text(@Nullable String value) {
        return value == null ? "" : value;
    }
}
