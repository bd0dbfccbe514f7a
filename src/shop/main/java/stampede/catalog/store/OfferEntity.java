package stampede.catalog.store;

import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import stampede.catalog.Offer;
import stampede.catalog.OfferId;
import stampede.catalog.OfferKind;
import stampede.catalog.OfferPublishing;
import stampede.catalog.OfferState;
import stampede.catalog.SaleWindow;
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

    /** 0 for none. */
    private int limitPerAddress;

    @Enumerated(EnumType.STRING)
    private OfferState state = OfferState.PUBLISHED;

    @Enumerated(EnumType.STRING)
    private OfferKind kind = OfferKind.GOODS;

    /** None if it opens with its slot. */
    private @Nullable Long opensMs;

    /** None while it ends with its slot. */
    private @Nullable Long closesMs;

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
        this.limitPerAddress = offer.limitPerAddress();
    }

    /** A coupon, which costs nothing and has a window of its own. */
    public OfferEntity(OfferId id, SlotEntity slot, ProductEntity product, OfferPublishing.NewCoupon coupon) {
        this.id = id.value();
        this.slot = slot;
        this.product = product;
        this.allotment = coupon.amount();
        this.limitPerShopper = 1;
        this.kind = OfferKind.COUPON;
        this.opensMs = coupon.window().opensAt().toEpochMilli();
        this.closesMs = coupon.window().closesAt().toEpochMilli();
    }

    public void changePrice(Money price) {
        priceFen = price.fen();
    }

    public void changeAllotment(int units) {
        allotment = units;
    }

    public void changeLimit(int units) {
        limitPerShopper = units;
    }

    public void changeAddressLimit(int units) {
        limitPerAddress = units;
    }

    public void end(Instant end) {
        closesMs = end.toEpochMilli();
    }

    public void withdraw() {
        state = OfferState.WITHDRAWN;
    }

    public OfferState state() {
        return state;
    }

    public OfferKind kind() {
        return kind;
    }

    public Offer toOffer() {
        var in = slot.toSlot();
        return new Offer(
                new OfferId(id),
                in.id(),
                window(in.window()),
                product.id(),
                product.seller(),
                product.face(),
                product.listPrice(),
                new Money(priceFen),
                allotment,
                limitPerShopper,
                limitPerAddress,
                version == null ? 0 : version);
    }

    private SaleWindow window(SaleWindow ofSlot) {
        return opensMs == null && closesMs == null
                ? ofSlot
                : new SaleWindow(
                        opensMs == null ? ofSlot.opensAt() : Instant.ofEpochMilli(opensMs),
                        closesMs == null ? ofSlot.closesAt() : Instant.ofEpochMilli(closesMs));
    }
}
