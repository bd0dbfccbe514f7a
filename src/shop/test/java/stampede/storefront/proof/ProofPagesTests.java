package stampede.storefront.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static stampede.storefront.PageClient.page;

import com.google.common.hash.HashCode;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.assertj.core.data.Index;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.simple.JdbcClient;
import stampede.StampedeTest;
import stampede.catalog.OfferPublishing;
import stampede.catalog.TestOffers;
import stampede.room.RoomDraw;
import stampede.storefront.PageClient;

/** What strangers can read of how the shop sells, and of a sale that is over. */
@StampedeTest
class ProofPagesTests {

    private static final String HEAD = "a1b2".repeat(16);
    private static final String SEED = "0c1d".repeat(16);

    @LocalServerPort
    private int port;

    @Autowired
    private OfferPublishing offerPublishing;

    @Autowired
    private JdbcClient jdbc;

    @ParameterizedTest
    @CsvSource({"en, First come, waiting room", "zh, 先到先得, 排队"})
    void howItSellsIsSaidInBothLanguages(String language, String words, String room) {
        var answer = get("/how-we-sell", language);

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(page(answer).select(".promises li").eachText()).hasSize(7).allMatch(text -> text.length() > 20);
        assertThat(page(answer).select(".promises").text())
                .contains(words, room)
                .doesNotContain("??");
        assertThat(page(get("/", language)).select("footer a[href=/how-we-sell]"))
                .hasSize(1);
    }

    @Test
    void aSaleIsProvedToEverybodyOnceItIsClosedOut() {
        var offer = TestOffers.running(offerPublishing, 7, 1);
        var path = "/offers/" + offer + "/proof";
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .until(() -> get(path, "en").statusCode() == 200);
        assertThat(page(get(path, "en")).text()).contains("The books of this sale are not closed yet");
        jdbc.sql("""
                insert into settlement (offer_id, settled_ms, total, available, line_count, head)
                values (:offer, :at, 7, 3, 12, unhex(:head))
                """)
                .param("offer", offer.value())
                .param("at", Instant.now().toEpochMilli())
                .param("head", HEAD)
                .update();
        jdbc.sql("""
                insert into room (id, offer_id, seed, opens_ms, closes_ms, early, next_number, turn, under_pressure, is_open)
                values (:offer, :offer, unhex(:seed), 1, 2, 30, 40, 35, false, 1),
                       (:offer + 1, :offer, unhex(:seed), 3, 4, 0, 20, 20, true, null)
                """).param("offer", offer.value()).param("seed", SEED).update();
        try {
            var proof = Awaitility.await()
                    .atMost(Duration.ofSeconds(10))
                    .until(
                            () -> page(get(path, "en")),
                            page -> page.text().contains(HEAD) && page.text().contains(SEED));
            assertThat(proof.text()).contains("4 of 7 sold", "Left 3", "Lines of the ledger 12");
            assertThat(proof.select("section.sheet").eachText())
                    .hasSize(3)
                    .satisfies(
                            room -> assertThat(room)
                                    .contains("Tickets 40", "Took part in the draw 30", "Places 1 to 35", SEED)
                                    .contains(RoomDraw.commitment(HashCode.fromString(SEED))
                                            .toString()),
                            Index.atIndex(1))
                    .satisfies(
                            room -> assertThat(room)
                                    .contains("In the order of arrival", "Tickets 20", "Places 1 to 20")
                                    .doesNotContain("Seed", SEED),
                            Index.atIndex(2));
            assertThat(page(get(path, "zh")).text()).contains("第 1 至 35 位").doesNotContain("??");
            assertDrawCanBeChecked(path);
        } finally {
            for (var table : List.of("settlement", "room")) {
                jdbc.sql("delete from " + table + " where offer_id = :offer")
                        .param("offer", offer.value())
                        .update();
            }
        }
    }

    private void assertDrawCanBeChecked(String path) {
        var plain = page(get(path, "en"));
        assertThat(plain.select("section.sheet ol li").eachText())
                .hasSize(4)
                .first()
                .isEqualTo("Write the 30 numbers of the tickets in the draw in a row: 0, 1, 2, … 29."
                        + " The row’s positions are counted from 0, too.");
        assertThat(plain.text()).contains("✓ The same as was shown before the opening");
        assertThat(plain.select("#outcome")).as("no number was asked for").isEmpty();

        var draw = RoomDraw.of(HashCode.fromString(SEED), 30);
        assertThat(outcome(path, "17")).isEqualTo("Number 17 → place " + (draw.placeOf(17) + 1));
        assertThat(outcome(path, "0")).isEqualTo("Number 0 → place " + (draw.placeOf(0) + 1));
        assertThat(outcome(path, "35")).isEqualTo("Number 35 → place 36, behind the draw");
        assertThat(outcome(path, "40")).isEqualTo("No ticket has the number 40.");
        assertThat(outcome(path, "99999999")).isEqualTo("No ticket has the number 99999999.");
        for (var none : List.of("-1", "abc", "999999999", "%3Cb%3E")) {
            assertThat(outcome(path, none)).as(none).isEmpty();
        }
        assertThat(page(get(path + "?number=17", "zh")).select("#outcome").text())
                .isEqualTo("号码 17 → 第 " + (draw.placeOf(17) + 1) + " 位");
    }

    private String outcome(String path, String number) {
        return page(get(path + "?number=" + number, "en")).select("#outcome").text();
    }

    /** As if somebody had put another seed in its place afterwards. */
    @Test
    void aSeedThatWasNotPromisedIsNamed() {
        var offer = TestOffers.running(offerPublishing, 7, 1);
        var path = "/offers/" + offer + "/proof";
        jdbc.sql("""
                insert into room (id, offer_id, seed, commitment, opens_ms, closes_ms, early, next_number, turn)
                values (:offer, :offer, unhex(:seed), unhex(:commitment), 1, 2, 30, 40, 35)
                """)
                .param("offer", offer.value())
                .param("seed", SEED)
                .param(
                        "commitment",
                        RoomDraw.commitment(HashCode.fromString(HEAD)).toString())
                .update();
        try {
            var proof = Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> page(get(path, "en")), page -> page.text().contains(SEED));

            assertThat(proof.text())
                    .contains("✗ Not the same as was shown before the opening.")
                    .doesNotContain("✓ The same")
                    .as("before the sale is closed out")
                    .contains("The books of this sale are not closed yet");
        } finally {
            jdbc.sql("delete from room where offer_id = :offer")
                    .param("offer", offer.value())
                    .update();
        }
    }

    @Test
    void whatWasNeverOnSaleHasNoProof() {
        assertThat(get("/offers/99999/proof", "en").statusCode()).isEqualTo(404);
        assertThat(get("/offers/abc/proof", "en").statusCode()).isEqualTo(404);
    }

    private HttpResponse<String> get(String path, String language) {
        return new PageClient(port).get(path, "Cookie", "lang=" + language);
    }
}
