package stampede.purchase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import stampede.StampedeTest;
import stampede.account.AccountId;
import stampede.api.ApiClient;
import stampede.api.ShopFixture;
import stampede.catalog.OfferId;
import stampede.pressure.OfferPressure;
import stampede.room.WaitingRooms;
import stampede.testing.Proof;

/** What a press passes in memory before it goes to Redis. */
@StampedeTest
class SaleGuardTests {

    private static final AccountId SHOPPER = new AccountId(990_002);

    @LocalServerPort
    private int port;

    @Autowired
    private ShopFixture fixture;

    @Autowired
    private OfferPressure pressure;

    @Autowired
    private WaitingRooms rooms;

    @Autowired
    private CrowdGuard crowd;

    /** A figure, not a promise: the machine may be busy. */
    @Test
    void whatWaitingRoomAndChallengeCostAPressWhereThereIsNeither() {
        var offer = OfferId.of(fixture.onSale(new ApiClient(port), 10, 1));
        // So many presses are a crowd, which is asked for proofs: that is looked up for another offer.
        var quiet = OfferId.of(fixture.onSale(new ApiClient(port), 10, 1));
        press(offer, quiet);
        assertThat(rooms.of(offer)).isEmpty();
        var presses = Proof.size(100_000, 10_000_000);
        var began = System.nanoTime();
        assertThatCode(() -> {
                    for (int number = 0; number < presses; number++) {
                        press(offer, quiet);
                    }
                })
                .doesNotThrowAnyException();

        Proof.print(
                "Where there is neither, room and challenge cost a press %d ns", (System.nanoTime() - began) / presses);
    }

    private void press(OfferId offer, OfferId quiet) {
        pressure.count(offer);
        rooms.check(SHOPPER, offer, "");
        if (rooms.of(offer).isEmpty()) {
            crowd.check(SHOPPER, quiet, "");
        }
        rooms.use(SHOPPER, offer, "");
    }
}
