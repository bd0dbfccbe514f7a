package stampede.purchase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import stampede.account.AccountId;
import stampede.catalog.OfferId;
import stampede.order.OrderWorkbench;
import stampede.testing.FaultyLine;

/** What a shopper is told while Redis sleeps, and once it has woken up and done what it was asked for. */
class UnknownOutcomeTests {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final OrderWorkbench shop = OrderWorkbench.get();
    private final FaultyLine line = FaultyLine.to(shop.stock.redisPort());
    private final PurchaseTestNode node =
            new PurchaseTestNode(Clock.systemUTC(), PurchaseTestNode.generously(), shop.stock.counterBy(line.port()));

    @AfterEach
    void stop() {
        node.close();
        line.close();
    }

    @Test
    void nobodyIsToldThatNothingWasBoughtWhenUnitsMayBeReserved() {
        var offer = shop.openOffer(50, 1);
        node.buy(offer, 1, "connected");
        line.hold();

        var told = IntStream.range(0, 15)
                .mapToObj(shopper -> CompletableFuture.supplyAsync(
                        () -> node.refusal(offer, 100 + shopper, "key").orElseThrow()))
                .toList()
                .stream()
                .map(CompletableFuture::join)
                .toList();
        line.mend();
        await().atMost(PATIENCE).until(() -> shop.left(offer) < 49);

        assertThat(told)
                .contains(PurchaseRefusal.OUTCOME_UNKNOWN)
                .isSubsetOf(PurchaseRefusal.OUTCOME_UNKNOWN, PurchaseRefusal.BUSY);
        var unknown =
                told.stream().filter(PurchaseRefusal.OUTCOME_UNKNOWN::equals).count();
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(49 - shop.left(offer))
                        .as("reserved, and each of them was told that it may be")
                        .isBetween(1, (int) unknown));
        assertThat((long) node.count("outcome_unknown")).isEqualTo(unknown);
    }

    @Test
    void askingAgainWithTheSameKeySaysWhatBecameOfIt() {
        var offer = shop.openOffer(1, 1);
        var other = shop.openOffer(9, 1);
        node.buy(other, 1, "connected");
        line.hold();
        assertThat(node.refusal(offer, 7, "key")).contains(PurchaseRefusal.OUTCOME_UNKNOWN);
        line.mend();
        await().atMost(PATIENCE).until(() -> shop.left(offer) == 0);

        // All is sold out by now, and this node knows it: of that one key it asks all the same.
        spendTheLookups(offer);
        var purchase = node.buy(offer, 7, "key");

        assertThat(node.purchases.progress(new AccountId(7), purchase)).isPresent();
        assertThat(node.refusal(offer, 8, "key")).contains(PurchaseRefusal.SOLD_OUT);
    }

    /** Nobody has seen the first answer, so the second uses the pass. */
    @Test
    void aPassIsUsedByWhomTheAnswerOfRedisWasLostTo() {
        var offer = shop.openOffer(1, 1);
        node.rooms.calls(offer);
        node.buy(shop.openOffer(9, 1), 1, "connected");
        line.hold();
        assertThatThrownBy(() -> node.buyWithPass(offer, 7, "key"))
                .isInstanceOfSatisfying(
                        PurchaseRefused.class,
                        no -> assertThat(no.reason()).isEqualTo(PurchaseRefusal.OUTCOME_UNKNOWN));
        line.mend();
        await().atMost(PATIENCE).until(() -> shop.left(offer) == 0);
        assertThat(node.rooms.used).isEmpty();

        node.buyWithPass(offer, 7, "key");

        assertThat(node.rooms.used).containsExactly(new AccountId(7));
    }

    @Test
    void whatNeverLeftIsACertainNo() {
        var offer = shop.openOffer(5, 1);
        node.buy(offer, 1, "connected");
        line.cut();

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(node.refusal(offer, 7, "key")).contains(PurchaseRefusal.BUSY));

        line.mend();
        await().atMost(PATIENCE).until(() -> node.refusal(offer, 8, "key").isEmpty());
        assertThat(shop.left(offer)).as("those of shoppers 1 and 8").isEqualTo(3);
    }

    @Test
    void whoIsToldSoIsToldWhenToAskAgain() {
        var offer = shop.openOffer(5, 1);
        node.buy(offer, 1, "connected");
        line.goDeaf();

        assertThatThrownBy(() -> node.buy(offer, 7, "key")).isInstanceOfSatisfying(PurchaseRefused.class, no -> {
            assertThat(no.reason()).isEqualTo(PurchaseRefusal.OUTCOME_UNKNOWN);
            assertThat(no.retryAfter()).isPresent();
        });
    }

    private void spendTheLookups(OfferId offer) {
        IntStream.range(0, 40).forEach(other -> node.refusal(offer, 1_000 + other, "key"));
    }
}
