package stampede.storefront;

import static org.assertj.core.api.Assertions.assertThat;
import static stampede.storefront.PageClient.page;

import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import stampede.address.AddressFields;
import stampede.catalog.OfferId;
import stampede.counter.StockView.Gate;

/** Where a parcel goes by the form of the buy button. */
@StorefrontTest
class BuyFormTests {

    @Autowired
    private StandInShop shop;

    @Autowired
    private StandInAddressBook addressBook;

    @LocalServerPort
    private int port;

    private PageClient web;

    @BeforeEach
    void connect() {
        web = new PageClient(port);
    }

    @AfterEach
    void clear() {
        addressBook.clear();
    }

    @Test
    void aShopperWithAnAddressNeedsToWriteNone() {
        var offer = shop.offer(StandInShop.RUNNING, "Kettle", 5, 10, 2, Gate.OPEN);
        var home = addressBook.add(StandInShop.SHOPPER, new AddressFields("Ann Lee", "138", "Hangzhou", "West Lake 1"));
        var work = addressBook.add(StandInShop.SHOPPER, new AddressFields("Ann Lee", "", "Suzhou", "Long Street 2"));

        var page = page(web.get("/offers/" + offer));

        assertThat(page.select("#buy input[name=addressId][checked]").val())
                .isEqualTo(home.id().toString());
        assertThat(page.select("#buy input[name=addressId]").eachAttr("value"))
                .containsExactly(home.id().toString(), work.id().toString(), "");
        assertThat(page.select("#address").hasAttr("required")).isFalse();
        assertThat(buy(offer, Map.of("addressId", work.id().toString())).statusCode())
                .isEqualTo(303);
        assertThat(shop.bought).last().isEqualTo("Ann Lee Suzhou Long Street 2");
        assertThat(buy(offer, Map.of("addressId", "", "address", "East Lake 5")).statusCode())
                .isEqualTo(303);
        assertThat(shop.bought).last().isEqualTo("East Lake 5");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "0", "-1", "first", "9999999999999999999"})
    void anAddressThatIsNotTheirsBuysNothing(String id) {
        addressBook.add(StandInShop.SHOPPER, new AddressFields("Ann Lee", "138", "Hangzhou", "West Lake 1"));
        var offer = shop.offer(StandInShop.RUNNING, "Kettle", 5, 10, 2, Gate.OPEN);

        var answer = buy(offer, Map.of("addressId", id));

        assertThat(answer.statusCode()).isEqualTo(422);
        assertThat(page(answer).select(".deliver .error").text()).contains("Please write where it shall be delivered");
    }

    @Test
    void anAddressThatIsChosenAndAnotherThatIsWrittenAreOneTooMany() {
        var home = addressBook.add(StandInShop.SHOPPER, new AddressFields("Ann Lee", "", "", "West Lake 1"));
        var offer = shop.offer(StandInShop.RUNNING, "Kettle", 5, 10, 2, Gate.OPEN);

        var answer = buy(offer, Map.of("addressId", home.id().toString(), "address", "East Lake 5"));

        assertThat(answer.statusCode()).isEqualTo(422);
        assertThat(page(answer).select(".deliver .error").text()).contains("You chose an address and wrote another");
        assertThat(page(answer).select("#address").val()).isEqualTo("East Lake 5");
        assertThat(page(answer).select(".deliver details").hasAttr("open")).isTrue();
    }

    @Test
    void withoutTheDatabaseOneWritesTheAddress() {
        addressBook.add(StandInShop.SHOPPER, new AddressFields("Ann Lee", "", "", "West Lake 1"));
        var offer = shop.offer(StandInShop.RUNNING, "Kettle", 5, 10, 2, Gate.OPEN);
        addressBook.databaseIsAway = true;

        var page = page(web.get("/offers/" + offer));

        assertThat(page.select("#buy #address").hasAttr("required")).isTrue();
        assertThat(page.select("input[name=addressId]")).isEmpty();
    }

    private HttpResponse<String> buy(OfferId offer, Map<String, String> more) {
        var form = new HashMap<>(Map.of("key", "k-" + System.nanoTime(), "units", "1"));
        form.putAll(more);
        return web.post("/offers/" + offer + "/purchases", form);
    }
}
