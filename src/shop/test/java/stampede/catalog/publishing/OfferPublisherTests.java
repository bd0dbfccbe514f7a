package stampede.catalog.publishing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import stampede.StampedeTest;
import stampede.catalog.Catalog;
import stampede.catalog.Offer;
import stampede.catalog.OfferPublishing;
import stampede.catalog.ProductId;
import stampede.catalog.SaleWindow;
import stampede.catalog.SlotId;
import stampede.catalog.TestOffers;
import stampede.money.Money;
import stampede.stock.StockLedger;

@StampedeTest
class OfferPublisherTests {

    @Autowired
    private OfferPublishing offerPublishing;

    @Autowired
    private Catalog catalog;

    @Autowired
    private StockLedger ledger;

    @Autowired
    private PublishedOfferListener heard;

    @Test
    void showsAnOfferAsSoonAsItIsPublished() {
        var slot = TestOffers.runningSlot(offerPublishing);

        var id = offerPublishing.publish(TestOffers.offer(product("Teapot"), slot, 10, 2));

        var offer = catalog.offer(id).orElseThrow();
        assertThat(offer.name()).isEqualTo("Teapot");
        assertThat(offer.price()).isEqualTo(new Money(1_990));
        assertThat(offer.listPrice()).isEqualTo(new Money(9_900));
        assertThat(offer.allotment()).isEqualTo(10);
        assertThat(offer.limitPerShopper()).isEqualTo(2);
        assertThat(offer.slot()).isEqualTo(slot);
        assertThat(offer.window()).isEqualTo(catalog.slot(slot).orElseThrow().window());
        assertThat(offer.seller()).isEqualTo(TestOffers.SELLER);
        assertThat(catalog.offers(slot)).containsExactly(offer);
        assertThat(offerPublishing.openingBefore(Instant.now())).contains(offer);
    }

    @Test
    void addsAnOfferToASlotThatIsAlreadyWarm() {
        var slot = TestOffers.runningSlot(offerPublishing);
        var first = offerPublishing.publish(TestOffers.offer(product("First"), slot, 1, 1));
        assertThat(catalog.offers(slot)).hasSize(1);

        var second = offerPublishing.publish(TestOffers.offer(product("Second"), slot, 1, 1));

        assertThat(catalog.offers(slot)).extracting(Offer::id).containsExactly(first, second);
    }

    @Test
    void keepsTheOrderInWhichOffersWerePublished() {
        var slot = TestOffers.upcomingSlot(offerPublishing);
        var ids = offerPublishing.publishAll(IntStream.range(0, 50)
                .mapToObj(i -> TestOffers.offer(product("Cup " + i), slot, 1, 1))
                .toList());

        assertThat(catalog.offers(slot)).extracting(Offer::id).containsExactlyElementsOf(ids);
    }

    @Test
    void announcesAnOfferInTheTransactionThatStoresIt() {
        assertThat(heard.heardInTransaction(TestOffers.running(offerPublishing, 1, 1)))
                .isTrue();
    }

    @Test
    void storesNothingIfSomebodyWhoHearsOfItFails() {
        var slot = TestOffers.runningSlot(offerPublishing);
        var wanted = TestOffers.offer(product("Wanted"), slot, 1, 1);
        var unwanted = TestOffers.offer(product(PublishedOfferListener.UNWANTED), slot, 1, 1);

        assertThatThrownBy(() -> offerPublishing.publishAll(List.of(wanted, unwanted)))
                .isInstanceOf(UnsupportedOperationException.class);

        assertThat(catalog.offers(slot)).isEmpty();
        assertThat(offerPublishing.openingBefore(Instant.now()))
                .noneMatch(offer -> offer.slot().equals(slot));
    }

    @Test
    void takesWhatCouldRunOutOfADescription() {
        var id = offerPublishing.addProduct(new OfferPublishing.NewProduct(
                TestOffers.SELLER,
                "  Vase  ",
                "<p onclick='x()'>Fine</p><script>alert(1)</script><img src='//e.example/p.gif'>"
                        + "<a href='javascript:x()'>a</a><ul><li>thin</li></ul><iframe src='/'></iframe>",
                "/pictures/porcelain-vase.svg",
                new Money(100)));

        var offer = catalog.offer(offerPublishing.publish(new OfferPublishing.NewOffer(
                        id, TestOffers.runningSlot(offerPublishing), new Money(100), 1, 1)))
                .orElseThrow();

        assertThat(offer.name()).isEqualTo("Vase");
        assertThat(offer.descriptionHtml()).isEqualTo("<p>Fine</p><a rel=\"nofollow\">a</a><ul><li>thin</li></ul>");
    }

    @Test
    void saysInASentenceWhatIsWrongWithAProduct() {
        refusesProduct(" ", "", "/p.svg", 1, "A product needs a name.");
        refusesProduct("x".repeat(121), "", "/p.svg", 1, "A product's name has at most 120 characters.");
        refusesProduct("x", "y".repeat(20_001), "/p.svg", 1, "A description has at most 20,000 characters.");
        var picture = "A picture is a path on this site that ends in .svg, .png, .jpg or .webp.";
        refusesProduct("x", "", "https://elsewhere.example/p.svg", 1, picture);
        refusesProduct("x", "", "//elsewhere.example/p.svg", 1, picture);
        refusesProduct("x", "", "/../secret.svg", 1, picture);
        refusesProduct("x", "", "/p.html", 1, picture);
        refusesProduct("x", "", "/p.svg", 0, "The list price is at least one fen.");
    }

    @Test
    void saysInASentenceWhatIsWrongWithAnOffer() {
        var product = product("Teapot");
        var slot = TestOffers.upcomingSlot(offerPublishing);
        refusesOffer(product, slot, 0, 1, 1, "The flash price is at least one fen.");
        refusesOffer(product, slot, 9_901, 1, 1, "The flash price is at most the list price.");
        refusesOffer(product, slot, 1, 0, 1, "An allotment is 1 to 1,000,000 units.");
        refusesOffer(product, slot, 1, 1_000_001, 1, "An allotment is 1 to 1,000,000 units.");
        refusesOffer(product, slot, 1, 1, 0, "The limit per shopper is 1 to 100 units.");
        refusesOffer(product, slot, 1, 1, 101, "The limit per shopper is 1 to 100 units.");
        refusesOffer(new ProductId(4), slot, 1, 1, 1, "There is no product 4.");
        refusesOffer(product, new SlotId(Long.MAX_VALUE), 1, 1, 1, "There is no slot " + Long.MAX_VALUE + ".");
        var ended = offerPublishing.slot(new SaleWindow(
                Instant.now().minus(Duration.ofHours(2)), Instant.now().minusSeconds(1)));
        refusesOffer(product, ended, 1, 1, 1, "This slot has ended. Choose one that is open or still to come.");
    }

    @Test
    void putsAProductIntoASlotOnlyOnce() {
        var product = product("Teapot");
        var slot = TestOffers.upcomingSlot(offerPublishing);
        offerPublishing.publish(TestOffers.offer(product, slot, 1, 1));

        refusesOffer(product, slot, 1, 1, 1, "A product can be in a slot only once.");
    }

    @Test
    void changesThePriceUntilTheSlotOpensAndCountsTheChange() {
        var id = offerPublishing.publish(
                TestOffers.offer(product("Teapot"), TestOffers.nearSlot(offerPublishing), 1, 1));
        var before = catalog.offer(id).orElseThrow();

        offerPublishing.changePrice(id, new Money(1_500));

        var after = catalog.offer(id).orElseThrow();
        assertThat(after.price()).isEqualTo(new Money(1_500));
        assertThat(after.version()).isGreaterThan(before.version());
        assertThat(catalog.offers(after.slot())).containsExactly(after);
        assertThat(ledger.terms(id).orElseThrow().price()).contains(new Money(1_500));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> offerPublishing.changePrice(id, new Money(9_901)))
                .withMessage("The flash price is at most the list price.");
    }

    @Test
    void keepsThePriceOnceTheSlotHasOpened() {
        var id = TestOffers.running(offerPublishing, 1, 1);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> offerPublishing.changePrice(id, new Money(1)))
                .withMessage("The price is fixed once the slot has opened.");
    }

    @Test
    void listsTheProductsOfASeller() {
        var id = product("Listed teapot");

        assertThat(offerPublishing.products(TestOffers.SELLER))
                .contains(new OfferPublishing.Product(id, "Listed teapot", new Money(9_900)));
    }

    @Test
    void howManyGoToOneAddressIsNoneOrAThousandAtMost() {
        var product = product("Limited");
        var slot = TestOffers.runningSlot(offerPublishing);

        for (int no : List.of(-1, 1_001)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> offerPublishing.publish(
                            new OfferPublishing.NewOffer(product, slot, new Money(100), 5, 2, no)))
                    .withMessage("The limit per address is 1 to 1,000 units, or 0 for none.");
        }
        var offer = offerPublishing.publish(new OfferPublishing.NewOffer(product, slot, new Money(100), 5, 2, 1_000));
        assertThat(catalog.offer(offer).orElseThrow().limitPerAddress()).isEqualTo(1_000);
    }

    @Test
    void givesTheSameWindowTheSameSlot() {
        var opens = Instant.now().plusMillis(System.nanoTime() % 1_000_000);
        var window = new SaleWindow(opens, opens.plusSeconds(60));

        assertThat(offerPublishing.slot(window)).isEqualTo(offerPublishing.slot(window));
    }

    private ProductId product(String name) {
        return TestOffers.product(offerPublishing, name);
    }

    private void refusesProduct(String name, String description, String picture, long fen, String sentence) {
        var product = new OfferPublishing.NewProduct(TestOffers.SELLER, name, description, picture, new Money(fen));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> offerPublishing.addProduct(product))
                .withMessage(sentence);
    }

    private void refusesOffer(ProductId product, SlotId slot, long fen, int allotment, int limit, String sentence) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> offerPublishing.publish(
                        new OfferPublishing.NewOffer(product, slot, new Money(fen), allotment, limit)))
                .withMessage(sentence);
    }
}
