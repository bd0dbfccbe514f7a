package stampede.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.core.io.ClassPathResource;
import org.springframework.data.redis.core.StringRedisTemplate;
import stampede.StampedeTest;
import stampede.account.Accounts;
import stampede.account.Role;
import stampede.catalog.Catalog;
import stampede.catalog.Offer;
import stampede.catalog.OfferPublishing;
import stampede.catalog.SaleWindow;
import stampede.catalog.Slot;

@StampedeTest
class DemoOffersTests {

    @Autowired
    private Accounts accounts;

    @Autowired
    private OfferPublishing offerPublishing;

    @Autowired
    private Catalog catalog;

    @Autowired
    private StringRedisTemplate redis;

    @Autowired
    private Clock clock;

    @Test
    void fillsASlotWithADozenDifferentThingsOnce() {
        var shop = new DemoOffers(accounts, offerPublishing, catalog, redis, clock);
        var seller =
                accounts.ensure("demo-" + Long.toString(System.nanoTime(), 36), "a long enough password", Role.SELLER);
        var slot = slot(Duration.ofMinutes(-3));
        var next = slot(Duration.ofMinutes(117));

        shop.fill(slot, seller.id());
        shop.fill(slot, seller.id());
        shop.fill(next, seller.id());

        var offers = catalog.offers(slot.id());
        assertThat(offers).hasSize(12);
        assertThat(offers).extracting(Offer::name).doesNotHaveDuplicates();
        assertThat(offers).extracting(Offer::allotment).contains(1, 500);
        assertThat(offers).extracting(Offer::limitPerShopper).contains(1, 2, 3);
        assertThat(offers).allMatch(offer -> offer.price().compareTo(offer.listPrice()) < 0);
        assertThat(offers).allSatisfy(offer -> {
            assertThat(offer.name(Locale.CHINA)).doesNotContain(offer.name(Locale.ENGLISH));
            assertThat(offer.descriptionHtml(Locale.CHINA)).isNotEqualTo(offer.descriptionHtml(Locale.ENGLISH));
        });
        assertThat(catalog.offers(next.id()))
                .extracting(Offer::name)
                .isNotEqualTo(offers.stream().map(Offer::name).toList());
    }

    @Test
    void showsAPictureOfItsOwnForEachProductThatRunsAndFetchesNothing() throws IOException {
        assertThat(DemoProduct.ALL)
                .hasSizeGreaterThanOrEqualTo(20)
                .extracting(DemoProduct::picture)
                .doesNotHaveDuplicates();
        for (var product : DemoProduct.ALL) {
            var svg = new ClassPathResource("static" + product.picture()).getContentAsString(StandardCharsets.UTF_8);
            assertThat(svg)
                    .startsWith("<svg xmlns=\"http://www.w3.org/2000/svg\"")
                    .doesNotContain("<script", "<text", "href", "style=", "<image");
            assertThat(svg.length()).as(product.picture()).isLessThan(6_000);
        }
    }

    /** Weeks ahead, as every offer that sells is watched, and so many would slow down all tests that follow. */
    @Test
    void makesAsManyOffersAsAskedAndSaysHowFarItIs() {
        var slots = List.of(slot(Duration.ofDays(30)), slot(Duration.ofDays(31)));
        var progress = new ArrayList<Integer>();

        new OfferSeeder(accounts, offerPublishing, catalog, clock).make(1_201, slots, progress::add);

        assertThat(progress).containsExactly(1_000, 1_201);
        var made = slots.stream()
                .flatMap(slot -> catalog.offers(slot.id()).stream())
                .toList();
        assertThat(made).hasSize(1_201);
        assertThat(made.stream().map(Offer::name).distinct()).hasSize(1_201);
        assertThat(IntStream.of(0, 700, 1_200).mapToObj(made::get))
                .allMatch(offer -> catalog.offer(offer.id()).isPresent());
    }

    private Slot slot(Duration fromNow) {
        var opens = clock.instant().plus(fromNow).plusNanos(System.nanoTime() % 1_000_000_000);
        var window = new SaleWindow(opens, opens.plus(Duration.ofHours(1)));
        return catalog.slot(offerPublishing.slot(window)).orElseThrow();
    }
}
