package stampede.catalog.publishing;

import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import stampede.account.AccountId;
import stampede.account.Scope;
import stampede.catalog.CatalogProperties;
import stampede.catalog.OfferPublishing;
import stampede.catalog.ProductDetails;
import stampede.catalog.ProductId;
import stampede.catalog.ProductRecord;
import stampede.catalog.ProductState;
import stampede.catalog.Products;
import stampede.catalog.ShownPicture;
import stampede.catalog.cache.CatalogChangePublisher;
import stampede.catalog.store.OfferEntity;
import stampede.catalog.store.OfferRepository;
import stampede.catalog.store.ProductEntity;
import stampede.catalog.store.ProductRepository;
import stampede.money.Money;

/** Changes rows of products, and calls out the offers that show them. */
@Service
@Transactional(readOnly = true)
class StoredProducts implements Products {

    /** Shown of a product that has no picture yet. */
    private static final String DRAWING = "/pictures/quick-offer.svg";

    private final ProductRepository products;
    private final OfferPublishing publishing;
    private final OfferRepository offers;
    private final CatalogChangePublisher changes;
    private final CatalogProperties properties;
    private final Clock clock;

    StoredProducts(
            ProductRepository products,
            OfferPublishing publishing,
            OfferRepository offers,
            CatalogChangePublisher changes,
            CatalogProperties properties,
            Clock clock) {
        this.products = products;
        this.publishing = publishing;
        this.offers = offers;
        this.changes = changes;
        this.properties = properties;
        this.clock = clock;
    }

    @Override
    public Optional<ProductRecord> find(ProductId product, Scope scope) {
        return products.find(product.value(), seller(scope)).map(ProductEntity::toRecord);
    }

    @Override
    public Optional<ProductRecord> find(AccountId seller, String sku) {
        return products.findBySellerIdAndSku(seller.value(), sku).map(ProductEntity::toRecord);
    }

    /** Held first and read then, so that what is read is what is there now. */
    @Override
    @Transactional(propagation = Propagation.MANDATORY)
    public Optional<ProductRecord> lock(ProductId product, Scope scope) {
        return products.lock(product.value(), seller(scope)).flatMap(held -> find(product, scope));
    }

    @Override
    @Transactional(propagation = Propagation.MANDATORY)
    public ProductId add(AccountId seller, ProductDetails details) {
        return publishing.addProduct(new OfferPublishing.NewProduct(seller, details, DRAWING));
    }

    @Override
    @Transactional(propagation = Propagation.MANDATORY)
    public void change(ProductId product, AccountId seller, ProductDetails details) {
        var row = row(product);
        row.change(seller, ProductRules.checked(details));
        products.saveAllAndFlush(List.of(row));
        callOut(product);
    }

    @Override
    @Transactional(propagation = Propagation.MANDATORY)
    public void changeState(ProductId product, ProductState state) {
        var row = row(product);
        row.change(state);
        products.saveAllAndFlush(List.of(row));
    }

    @Override
    @Transactional(propagation = Propagation.MANDATORY)
    public void remove(ProductId product) {
        products.delete(row(product));
        products.flush();
    }

    @Override
    @Transactional(propagation = Propagation.MANDATORY)
    public void showPictures(ProductId product, List<ShownPicture> pictures) {
        products.showPictures(product.value(), ShownPicture.write(pictures));
        callOut(product);
    }

    @Override
    public Optional<Money> highestPrice(ProductId product) {
        return offers.highestPrice(product.value(), clock.millis()).map(Money::new);
    }

    @Override
    public boolean isOffered(ProductId product) {
        return offers.existsOfProduct(product.value());
    }

    @Override
    public String sanitised(String html) {
        return ProductRules.sanitised(html);
    }

    /** Counted in the offers, because copies of them are told apart by their versions. */
    private void callOut(ProductId product) {
        var since = properties.shownSinceMillis(clock.instant());
        offers.countChange(product.value(), since);
        var changed = offers.ofProduct(product.value(), since).stream()
                .map(OfferEntity::toOffer)
                .toList();
        if (!changed.isEmpty()) {
            changes.publishOffers(changed);
        }
    }

    private ProductEntity row(ProductId product) {
        return products.findByIdIn(List.of(product.value())).stream()
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("There is no product " + product + "."));
    }

    private static @Nullable Long seller(Scope scope) {
        return scope.only().map(AccountId::value).orElse(null);
    }
}
