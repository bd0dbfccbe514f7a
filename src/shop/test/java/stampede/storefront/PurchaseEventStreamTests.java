package stampede.storefront;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter.DataWithMediaType;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import stampede.account.AccountId;
import stampede.catalog.OfferId;
import stampede.order.OrderId;
import stampede.purchase.PurchaseId;
import stampede.purchase.PurchaseProgress;
import stampede.purchase.PurchaseProgress.Placed;
import stampede.purchase.PurchaseProgress.Reserved;
import stampede.setting.Settings;
import stampede.stock.ReservationId;

class PurchaseEventStreamTests {

    private static final Instant NOW = Instant.parse("2026-11-11T12:00:00Z");

    private final StandInShop shop = new StandInShop(NOW);
    private final StorefrontProperties properties =
            new StorefrontProperties(5, 2, 3, Duration.ofMinutes(2), Duration.ofSeconds(15), 1, Duration.ofMillis(300));
    private final PurchaseEventStream watch = new PurchaseEventStream(
            shop,
            properties,
            new EventStreamLimiter(properties, new Settings()),
            Runnable::run,
            Clock.fixed(NOW, ZoneOffset.UTC));

    @Test
    void asksOnceForAllThatAreWatched() {
        watch(purchase(1), queued(5));
        watch(purchase(2), queued(6));
        watch(purchase(2), queued(6));

        watch.look();

        assertThat(shop.looks).hasValue(1);
    }

    @Test
    void asksNothingWhileNobodyWatches() {
        watch.look();

        assertThat(shop.looks).hasValue(0);
    }

    @Test
    void turnsAwayWhoIsTooMany() {
        for (var id = 1; id <= 5; id++) {
            assertThat(watch.enter(new AccountId(id), "192.0.2." + id)).isPresent();
        }

        assertThat(watch.enter(new AccountId(6), "192.0.2.6")).isEmpty();
        assertThat(watch.openStreams()).isEqualTo(5);
    }

    @Test
    void keepsOneAccountToItsShareWhereverItComesFrom() {
        var first = watch.enter(new AccountId(7), "192.0.2.1").orElseThrow();
        assertThat(watch.enter(new AccountId(7), "192.0.2.2")).isPresent();

        assertThat(watch.enter(new AccountId(7), "192.0.2.3")).isEmpty();
        assertThat(watch.openStreams()).isEqualTo(2);

        first.leave();
        first.leave();
        assertThat(watch.enter(new AccountId(7), "192.0.2.3")).isPresent();
        assertThat(watch.enter(new AccountId(7), "192.0.2.3")).isEmpty();
    }

    @Test
    void keepsOneAddressToItsShareWhoeverSitsBehindIt() {
        for (var id = 1; id <= 3; id++) {
            assertThat(watch.enter(new AccountId(id), "192.0.2.1")).isPresent();
        }

        assertThat(watch.enter(new AccountId(4), "192.0.2.1")).isEmpty();
        assertThat(watch.enter(new AccountId(4), "192.0.2.2")).isPresent();
    }

    @Test
    void givesTheSeatBackWhenThereIsNoSuchPurchase() {
        var seat = watch.enter(new AccountId(7), "192.0.2.1").orElseThrow();

        assertThatThrownBy(() -> watch.watch(seat, purchase(1), () -> {
                    throw new PageNotFound();
                }))
                .isInstanceOf(PageNotFound.class);

        assertThat(watch.openStreams()).isZero();
    }

    @Test
    void forgetsAPurchaseThatIsSettled() {
        watch(purchase(1), queued(1));
        shop.progress.put(purchase(1), new Placed(new OrderId(1)));

        watch.look();
        watch.look();

        assertThat(shop.looks).hasValue(1);
    }

    @Test
    void aNodeThatStopsKeepsNoPageOpen() {
        var page = open(purchase(1), queued(1));

        watch.completeAll();

        assertThatIllegalStateException().isThrownBy(() -> page.send("still there"));
    }

    @Test
    void tellsOnlyWhatIsNewAndNowAndThenThatItIsThere() {
        var silence = Duration.ofSeconds(15);
        var heard = new Recorder();
        var watchedPurchase = WatchedPurchase.by(new EventStreamWatcher(heard, Runnable::run), queued(5), NOW);

        watchedPurchase = tell(watchedPurchase, queued(5), silence, NOW.plusSeconds(1));
        assertThat(heard.said).isEmpty();

        watchedPurchase = tell(watchedPurchase, queued(4), silence, NOW.plusSeconds(2));
        assertThat(heard.said).containsExactly("event:queued\ndata:4\n\n");

        watchedPurchase = tell(watchedPurchase, queued(4), silence, NOW.plusSeconds(17));
        assertThat(heard.said).hasSize(2).last().asString().startsWith(":");

        assertThat(watchedPurchase.update(new Placed(new OrderId(1)), silence, NOW.plusSeconds(18)))
                .isNull();
        assertThat(heard.said).hasSize(3).last().asString().startsWith("event:settled\n");
    }

    private static WatchedPurchase tell(
            WatchedPurchase watchedPurchase, PurchaseProgress progress, Duration silence, Instant now) {
        return Optional.ofNullable(watchedPurchase.update(progress, silence, now))
                .orElseThrow();
    }

    private void watch(PurchaseId purchase, PurchaseProgress progress) {
        shop.progress.put(purchase, progress);
        open(purchase, progress);
    }

    private SseEmitter open(PurchaseId purchase, PurchaseProgress progress) {
        var shopper = new AccountId(purchase.reservation().value());
        return watch.watch(watch.enter(shopper, "192.0.2.1").orElseThrow(), purchase, () -> progress);
    }

    private static Reserved queued(int place) {
        return new Reserved(Optional.of(place));
    }

    private static PurchaseId purchase(long id) {
        return new PurchaseId(new ReservationId(id), new OfferId(42));
    }

    /** Keeps what would be sent. */
    private static final class Recorder extends SseEmitter {

        private final List<String> said = new ArrayList<>();

        @Override
        public void send(SseEventBuilder event) {
            var text = new StringBuilder();
            event.build().stream().map(DataWithMediaType::getData).forEach(text::append);
            said.add(text.toString());
        }
    }
}
