package stampede.search;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import stampede.catalog.Catalog;
import stampede.catalog.CategoryId;
import stampede.catalog.Offer;
import stampede.catalog.ProductId;
import stampede.category.Categories;
import stampede.category.Category;
import stampede.category.CategoryTree;
import stampede.site.ShopTimes;

/**
 * What this node can find: the offers from yesterday to tomorrow with the names of their categories, in memory. Made anew by who searches,
 * at most every two seconds and only if the catalogue has moved; others find in the one before meanwhile.
 */
@Component
class SearchIndex {

    /** Those nearest to now go first. Some twelve megabytes. */
    static final int MOST = 20_000;

    private static final Logger log = LoggerFactory.getLogger(SearchIndex.class);

    private static final Duration FRESH = Duration.ofSeconds(2);

    /** Categories come from the database, and change seldom. */
    private static final Duration CATEGORIES_FRESH = Duration.ofSeconds(30);

    private final Catalog catalog;
    private final Categories categories;
    private final ShopTimes times;
    private final ReentrantLock building = new ReentrantLock();

    private volatile Content content = new Content(List.of(), new CategoryTree(List.of()));
    private volatile Instant lookedAt = Instant.EPOCH;
    private volatile Instant categoriesAt = Instant.EPOCH;
    private List<List<Offer>> from = List.of();

    SearchIndex(Catalog catalog, Categories categories, ShopTimes times) {
        this.catalog = catalog;
        this.categories = categories;
        this.times = times;
    }

    /** What there is to find. Only the first to ask after a start waits for it. */
    Content content() {
        if (lookedAt.plus(FRESH).isBefore(times.now())) {
            if (lookedAt.equals(Instant.EPOCH)) {
                building.lock();
                keepUp();
            } else if (building.tryLock()) {
                keepUp();
            }
        }
        return content;
    }

    /** With the lock held. */
    private void keepUp() {
        try {
            var now = times.now();
            if (lookedAt.plus(FRESH).isBefore(now)) {
                look(now);
                lookedAt = now;
            }
        } finally {
            building.unlock();
        }
    }

    /** The catalogue gives the same list as long as nothing in a slot has changed, so that comparing costs nothing. */
    private void look(Instant now) {
        var slots = offersBySlot();
        var isOld = categoriesAt.plus(CATEGORIES_FRESH).isBefore(now);
        if (isOld || !slots.equals(from)) {
            content = content(slots.stream().flatMap(List::stream).limit(MOST).toList());
            from = slots;
            categoriesAt = now;
        }
    }

    /** Today's come first, then tomorrow's, then yesterday's. */
    private List<List<Offer>> offersBySlot() {
        var today = times.today();
        var all = new ArrayList<List<Offer>>();
        var offers = 0;
        for (var day : List.of(today, today.plusDays(1), today.minusDays(1))) {
            for (var slot : catalog.slots(day)) {
                if (offers < MOST) {
                    var there = catalog.offers(slot.id());
                    offers += there.size();
                    all.add(there);
                }
            }
        }
        return all;
    }

    private Content content(List<Offer> offers) {
        var tree = new CategoryTree(List.of());
        Map<ProductId, CategoryId> places = Map.of();
        try {
            tree = categories.tree();
            places = categories.ofProducts(offers.stream().map(Offer::product).collect(Collectors.toUnmodifiableSet()));
        } catch (DataAccessException away) {
            log.debug("Categories cannot be read; offers are found by their names only", away);
        }
        var all = new ArrayList<SearchedOffer>(offers.size());
        for (var offer : offers) {
            all.add(searched(offer, Optional.ofNullable(places.get(offer.product())), tree));
        }
        return new Content(List.copyOf(all), tree);
    }

    private static SearchedOffer searched(Offer offer, Optional<CategoryId> place, CategoryTree tree) {
        var own = place.flatMap(tree::find);
        var above = own.flatMap(Category::parent).flatMap(tree::find);
        var around = Stream.concat(own.stream(), above.stream()).toList();
        var text = Stream.concat(
                        Stream.of(offer.face().nameZh(), offer.face().nameEn()),
                        around.stream().flatMap(category -> Stream.of(category.nameZh(), category.nameEn())))
                .map(SearchQuery::fold)
                .collect(Collectors.joining("\n"));
        return new SearchedOffer(
                offer, text, around.stream().map(Category::id).collect(Collectors.toUnmodifiableSet()));
    }

    /**
     * What can be found at one moment.
     *
     * @param offers all of them
     * @param tree the categories
     */
    record Content(List<SearchedOffer> offers, CategoryTree tree) {

        /** The categories at the top in which there is an offer, in their order. */
        List<Category> shown(int most) {
            Set<CategoryId> used = offers.stream()
                    .flatMap(offer -> offer.categories().stream())
                    .collect(Collectors.toUnmodifiableSet());
            return tree.top().stream()
                    .filter(category -> used.contains(category.id()))
                    .limit(most)
                    .toList();
        }
    }
}
