package stampede.api.reminders;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import stampede.StampedeTest;
import stampede.api.ApiClient;
import stampede.api.ShopFixture;

/** Reminders and waitlists as the JSON API has them. */
@StampedeTest
class ReminderApiTests {

    private static final String PATH = "/api/v1/reminders";

    @LocalServerPort
    private int port;

    @Autowired
    private ShopFixture fixture;

    @Test
    void oneIsPutOnceListedAndEndedByItsOwnerAlone() {
        var shop = new ApiClient(port);
        var offer = fixture.onSale(shop, 5, 1);
        var shopper = shop.as(fixture.shopper());
        var stranger = shop.as(fixture.shopper());

        var waiting = put(shopper, PATH + "/offers/" + offer + "/waitlist");
        assertThat(waiting.status()).isEqualTo(200);
        assertThat(waiting.text("kind")).isEqualTo("BACK");
        assertThat(waiting.text("offerId")).isEqualTo(offer);
        assertThat(put(shopper, PATH + "/offers/" + offer + "/waitlist").text("id"))
                .as("again")
                .isEqualTo(waiting.text("id"));
        assertThat(put(shopper, PATH + "/offers/" + offer).text("reason")).isEqualTo("OPENED_ALREADY");
        assertThat(put(shopper, PATH + "/slots/9000000000000000").text("reason"))
                .isEqualTo("NOTHING_TO_REMIND_OF");

        delete(stranger, waiting.text("id"));
        assertThat(shopper.get(PATH).body().size()).isEqualTo(1);
        delete(shopper, waiting.text("id"));
        assertThat(shopper.get(PATH).body().size()).isZero();
        assertThat(shop.get(PATH).status()).isEqualTo(401);
    }

    private static ApiClient.Answer put(ApiClient who, String path) {
        return who.send("PUT", path, BodyPublishers.noBody());
    }

    private static void delete(ApiClient who, String reminder) {
        assertThat(who.send("DELETE", PATH + "/" + reminder, BodyPublishers.noBody())
                        .status())
                .isEqualTo(204);
    }
}
