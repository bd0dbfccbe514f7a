package stampede.storefront;

import static org.assertj.core.api.Assertions.assertThat;
import static stampede.counter.StockWorkbench.OPERATOR;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import stampede.StampedeTest;
import stampede.catalog.Catalog;
import stampede.catalog.OfferId;
import stampede.catalog.OfferPublishing;
import stampede.catalog.SlotId;
import stampede.catalog.TestOffers;
import stampede.sale.SaleWithdrawal;

/** The page of an offer that was withdrawn. */
@StampedeTest
class WithdrawnOfferTests {

    @LocalServerPort
    private int port;

    @Autowired
    private OfferPublishing publishing;

    @Autowired
    private SaleWithdrawal withdrawal;

    @Autowired
    private Catalog catalog;

    @Test
    void itIsGoneAndLeadsToTheOthersOfItsSlot() {
        var slot = TestOffers.upcomingSlot(publishing);
        var gone = publish(slot, "Gone pot");
        var other = publish(slot, "Other pot");
        var shop = new PageClient(port);
        assertThat(shop.get("/offers/" + gone).statusCode()).isEqualTo(200);

        withdrawal.withdraw(OPERATOR, gone, "because of the test");

        var answer = shop.get("/offers/" + gone + "?lang=en");
        assertThat(answer.statusCode()).isEqualTo(410);
        assertThat(PageClient.page(answer).select("h1").text()).isEqualTo("This offer was withdrawn");
        assertThat(PageClient.page(answer).select(".cards a").eachAttr("href")).containsExactly("/offers/" + other);
        assertThat(catalog.withdrawnFrom(gone)).contains(slot);
        assertThat(catalog.withdrawnFrom(other)).isEmpty();
        assertThat(shop.get("/offers/12345").statusCode()).isEqualTo(404);
    }

    private OfferId publish(SlotId slot, String name) {
        return publishing.publish(TestOffers.offer(TestOffers.product(publishing, name), slot, 5, 2));
    }
}
