package stampede.catalog.publishing;

import static java.util.function.Function.identity;
import static java.util.stream.Collectors.toMap;

import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.util.HtmlUtils;
import stampede.account.AccountId;
import stampede.catalog.Offer;
import stampede.catalog.OfferId;
import stampede.catalog.OfferKind;
import stampede.catalog.OfferPriceChanged;
import stampede.catalog.OfferPublished;
import stampede.catalog.OfferPublishing;
import stampede.catalog.ProductId;
import stampede.catalog.SaleWindow;
import stampede.catalog.Slot;
import stampede.catalog.SlotId;
import stampede.catalog.cache.CatalogChangePublisher;
import stampede.catalog.store.OfferEntity;
import stampede.catalog.store.OfferRepository;
import stampede.catalog.store.ProductEntity;
import stampede.catalog.store.ProductRepository;
import stampede.catalog.store.SlotEntity;
import stampede.catalog.store.SlotRepository;
import stampede.ids.Ids;
import stampede.money.Money;

/** Stores products, slots and offers, and announces what can be seen by it. */
@Service
class OfferPublisher implements OfferPublishing {

    private static final String COUPON_PICTURE = "/pictures/coupon.svg";

    private final ProductRepository products;
    private final SlotRepository slots;
    private final OfferRepository offers;
    private final CatalogChangePublisher changes;
    private final ApplicationEventPublisher events;
    private final Ids ids;
    private final Clock clock;

    OfferPublisher(
            ProductRepository products,
            SlotRepository slots,
            OfferRepository offers,
            CatalogChangePublisher changes,
            ApplicationEventPublisher events,
            Ids ids,
            Clock clock) {
        this.products = products;
        this.slots = slots;
        this.offers = offers;
        this.changes = changes;
        this.events = events;
        this.ids = ids;
        this.clock = clock;
    }

    @Override
    @Transactional
    public ProductId addProduct(NewProduct product) {
        return addProducts(List.of(product)).get(0);
    }

    @Override
    @Transactional
    public List<ProductId> addProducts(List<NewProduct> added) {
        var rows = added.stream()
                .map(ProductRules::checked)
                .map(product -> new ProductEntity(new ProductId(ids.next()), product))
                .toList();
        return products.saveAllAndFlush(rows).stream().map(ProductEntity::id).toList();
    }

    @Override
    @Transactional(readOnly = true)
    public List<Product> products(AccountId seller) {
        return products.goodsOf(seller.value()).stream()
                .map(row -> new Product(row.id(), row.name(), row.listPrice()))
                .toList();
    }

    @Override
    @Transactional
    public SlotId slot(SaleWindow window) {
        var opensMs = window.opensAt().toEpochMilli();
        var closesMs = window.closesAt().toEpochMilli();
        slots.addUnlessThere(opensMs, closesMs);
        changes.publishSlots();
        return new SlotId(
                slots.findByOpensMsAndClosesMs(opensMs, closesMs).get(0).id());
    }

    @Override
    @Transactional
    public OfferId publish(NewOffer offer) {
        return publishAll(List.of(offer)).get(0);
    }

    @Override
    @Transactional
    public List<OfferId> publishAll(List<NewOffer> added) {
        var productsById = productsOf(added);
        var slotsById = slotsOf(added);
        var now = clock.instant();
        var rows = added.stream()
                .map(offer -> row(offer, productsById, slotsById, now))
                .toList();
        var published = store(rows);
        announce(published, OfferKind.GOODS);
        return published.stream().map(Offer::id).toList();
    }

    /** Each coupon is a product of its own, which nobody finds but as this offer. */
    @Override
    @Transactional
    public OfferId publishCoupon(NewCoupon coupon) {
        OfferRules.check(coupon, clock.instant());
        var product = new ProductEntity(
                new ProductId(ids.next()),
                ProductRules.checked(new NewProduct(
                        coupon.seller(),
                        coupon.name(),
                        HtmlUtils.htmlEscape(coupon.description()),
                        COUPON_PICTURE,
                        coupon.faceValue())));
        products.saveAllAndFlush(List.of(product));
        var all = slot(Slot.OF_COUPONS);
        var published = store(List.of(new OfferEntity(
                new OfferId(ids.next()), slots.findByIdIn(List.of(all.value())).get(0), product, coupon)));
        announce(published, OfferKind.COUPON);
        return published.get(0).id();
    }

    @Override
    @Transactional
    public void changePrice(OfferId id, Money price) {
        var offer = offers.find(id.value())
                .orElseThrow(() -> new IllegalArgumentException("There is no offer " + id + "."));
        OfferRules.checkChange(price, offer.toOffer(), clock.instant());
        offer.changePrice(price);
        events.publishEvent(new OfferPriceChanged(id, price));
        changes.publishOffers(List.of(offers.saveAndFlush(offer).toOffer()));
    }

    @Override
    @Transactional(readOnly = true)
    public List<Offer> openingBefore(Instant until) {
        return offers.openingBefore(clock.millis(), until.toEpochMilli()).stream()
                .map(OfferEntity::toOffer)
                .toList();
    }

    private void announce(List<Offer> published, OfferKind kind) {
        published.forEach(offer -> events.publishEvent(new OfferPublished(offer, kind)));
        changes.publishOffers(published);
    }

    private List<Offer> store(List<OfferEntity> rows) {
        try {
            return offers.saveAllAndFlush(rows).stream()
                    .map(OfferEntity::toOffer)
                    .toList();
        } catch (DataIntegrityViolationException twice) {
            throw new IllegalArgumentException("A product can be in a slot only once.", twice);
        }
    }

    private OfferEntity row(
            NewOffer offer,
            Map<ProductId, ProductEntity> productsById,
            Map<SlotId, SlotEntity> slotsById,
            Instant now) {
        var product = productsById.get(offer.product());
        if (product == null) {
            throw new IllegalArgumentException("There is no product " + offer.product() + ".");
        }
        var slot = slotsById.get(offer.slot());
        if (slot == null) {
            throw new IllegalArgumentException("There is no slot " + offer.slot() + ".");
        }
        OfferRules.check(offer, product, slot.toSlot(), now);
        return new OfferEntity(new OfferId(ids.next()), slot, product, offer);
    }

    private Map<ProductId, ProductEntity> productsOf(List<NewOffer> offers) {
        var wanted =
                offers.stream().map(offer -> offer.product().value()).distinct().toList();
        return products.findByIdIn(wanted).stream().collect(toMap(ProductEntity::id, identity()));
    }

    private Map<SlotId, SlotEntity> slotsOf(List<NewOffer> offers) {
        var wanted =
                offers.stream().map(offer -> offer.slot().value()).distinct().toList();
        return slots.findByIdIn(wanted).stream()
                .collect(toMap(slot -> slot.toSlot().id(), identity()));
    }
}
