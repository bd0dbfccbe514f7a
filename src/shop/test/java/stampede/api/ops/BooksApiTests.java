package stampede.api.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import stampede.StampedeTest;
import stampede.api.ApiClient;
import stampede.api.ShopFixture;

@StampedeTest
class BooksApiTests {

    @LocalServerPort
    private int port;

    @Autowired
    private ShopFixture fixture;

    private ApiClient shop;
    private ApiClient operator;

    @BeforeEach
    void connect() {
        shop = new ApiClient(port);
        operator = shop.as(fixture.operator());
    }

    @Test
    void anOperatorSeesEveryRuleHoldAfterASale() {
        var offer = fixture.onSale(shop, 3, 1);
        fixture.shoppers(3)
                .forEach(shopper -> assertThat(
                                shop.as(shopper).buy(offer, 1, "mine").status())
                        .isEqualTo(202));

        var books = await().atMost(Duration.ofSeconds(30))
                .until(
                        () -> operator.get("/api/ops/books/" + offer),
                        answer -> answer.body().path("ok").asBoolean());

        assertThat(books.text("offerId")).isEqualTo(offer);
        assertThat(books.body().path("pending").asInt()).isZero();
        assertThat(books.body().path("checks").findValuesAsString("name"))
                .contains(
                        "D1", "D2", "D3", "D4", "D5", "D6", "D7", "D8", "D9", "D10", "D11", "D12", "R1", "R2", "R3",
                        "R4", "R5", "R6", "Q1", "Q2", "Q3", "Q4", "Q5", "Q6");
    }

    @Test
    void booksOfNoOfferAreUnknown() {
        var answer = operator.get("/api/ops/books/999999999999");

        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.text("reason")).isEqualTo("UNKNOWN_OFFER");
    }

    @Test
    void theyAreForOperators() {
        assertThat(shop.as(fixture.shopper()).get("/api/ops/books/1").status()).isEqualTo(403);
        assertThat(shop.get("/api/ops/books/1").status()).isEqualTo(401);
    }
}
