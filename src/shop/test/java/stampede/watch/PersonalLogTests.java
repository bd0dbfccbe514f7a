package stampede.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.test.web.server.LocalServerPort;
import stampede.StampedeTest;
import stampede.api.ApiClient;
import stampede.api.ShopFixture;
import stampede.order.PlaceOrder;
import stampede.task.Tasks;

/** Nothing of who buys is written to a log: neither when all goes well, nor when a sign-in, an order or a task fails. */
@StampedeTest
@ExtendWith(OutputCaptureExtension.class)
class PersonalLogTests {

    private static final String ADDRESS = "Plum Lane 7, Suzhou, Li Lei, 13800138000";
    private static final String NAME = "li-lei-of-plum-lane";
    private static final String PASSWORD = "a-password-of-plum-lane";
    private static final String TOKEN = "a-token-of-plum-lane";

    @LocalServerPort
    private int port;

    @Autowired
    private ShopFixture fixture;

    @Autowired
    private Tasks tasks;

    @Test
    void saysNothingOfWhoBuysAndWhereTo(CapturedOutput output) {
        var shop = new ApiClient(port);
        var offer = fixture.onSale(shop, 2, 1);
        var shopper = fixture.shopper();

        assertThat(shop.post("/api/v1/tokens", Map.of("username", NAME, "password", PASSWORD))
                        .status())
                .isEqualTo(401);
        assertThat(shop.as(shopper)
                        .with("Idempotency-Key", "plum")
                        .post("/api/v1/offers/" + offer + "/purchases", Map.of("units", 1, "address", ADDRESS))
                        .status())
                .isEqualTo(202);
        assertThat(shop.as(TOKEN).get("/api/v1/orders").status()).isEqualTo(401);
        tasks.send(new PlaceOrder("none", offer, "none", 1, 1, 1, ADDRESS, TOKEN));

        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(output.getAll()).contains("Dead task order.place"));
        assertThat(output.getAll())
                .doesNotContain("Plum Lane")
                .doesNotContain("13800138000")
                .doesNotContain(NAME)
                .doesNotContain(PASSWORD)
                .doesNotContain(TOKEN)
                .doesNotContain(shopper)
                .doesNotContain(WatchTool.TOKEN);
    }
}
