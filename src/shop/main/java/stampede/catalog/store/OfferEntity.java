package stampede.catalog.store;

import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import org.jspecify.annotations.Nullable;
import stampede.catalog.Offer;
import stampede.catalog.OfferId;
import stampede.catalog.OfferPublishing;
import stampede.money.Money;

/** A row of {@code offer}. */
@Entity
@Table(name = "offer")
public class OfferEntity {

    @Id
    private long id;

    @ManyToOne(optional = false, fetch = FetchType.LAZY)
    private SlotEntity slot;

    @ManyToOne(optional = false, fetch = FetchType.LAZY)
    private ProductEntity product;

    private long priceFen;

    private int allotment;

    private int limitPerShopper;

    /** None before the row is stored, by which Spring Data knows that it is new; grows with each change. */
    @Version
    private @Nullable Long version;

    @SuppressWarnings("NullAway.Init")
    protected OfferEntity() {}

    public OfferEntity(OfferId id, SlotEntity slot, ProductEntity product, OfferPublishing.NewOffer offer) {
        this.id = id.value();
        this.slot = slot;
        this.product = product;
        this.priceFen = offer.price().fen();
        this.allotment = offer.allotment();
        this.limitPerShopper = offer.limitPerShopper();
    }

    public void changePrice(Money price) {
        priceFen = price.fen();
    }

    public Offer toOffer() {
        var in = slot.toSlot();
        return new Offer(
                new OfferId(id),
                in.id(),
                in.window(),
                product.id(),
                product.seller(),
                product.name(),
                product.descriptionHtml(),
                product.picture(),
                product.listPrice(),
                new Money(priceFen),
                allotment,
                limitPerShopper,
                version == null ? 0 : version);
    }
}
