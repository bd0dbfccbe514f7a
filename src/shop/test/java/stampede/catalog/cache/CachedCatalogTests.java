package stampede.catalog.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.StampedeTest;
import stampede.catalog.CatalogProperties;
import stampede.catalog.Offer;
import stampede.catalog.OfferChanges;
import stampede.catalog.OfferId;
import stampede.catalog.OfferPublishing;
import stampede.catalog.Products;
import stampede.catalog.SaleWindow;
import stampede.catalog.ShownPicture;
import stampede.catalog.Slot;
import stampede.catalog.SlotId;
import stampede.catalog.TestOffers;
import stampede.catalog.store.OfferRepository;
import stampede.catalog.store.SlotRepository;
import stampede.ids.SteppedClock;
import stampede.money.Money;
import stampede.testing.Proof;

@StampedeTest
class CachedCatalogTests {

    private static final long SNOWFLAKE_EPOCH = 1_577_836_800_000L;

    @Autowired
    private OfferPublishing offerPublishing;

    @Autowired
    private Products products;

    @Autowired
    private OfferChanges changes;

    @Autowired
    private TransactionTemplate transaction;

    @Autowired
    private RedisConnectionFactory connections;

    @Autowired
    private StringRedisTemplate redis;

    @Autowired
    private SlotRepository slots;

    @Autowired
    private OfferRepository offers;

    @Autowired
    private CatalogProperties properties;

    @Autowired
    private CatalogCacheProperties cacheProperties;

    @Autowired
    private Clock clock;

    @Test
    void loadsAColdSlotOnceHoweverManyAskOnHoweverManyNodes() throws Exception {
        var id = TestOffers.upcomingSlot(offerPublishing);
        var published = publish(id, 30);
        var nodes = List.of(node(), node(), node());
        var start = new CountDownLatch(1);
        var threads = Executors.newFixedThreadPool(200);
        var answers = new ArrayList<Future<List<Offer>>>();
        try {
            for (int i = 0; i < 200; i++) {
                var node = nodes.get(i % nodes.size());
                answers.add(threads.submit(() -> {
                    start.await();
                    return node.catalog.offers(id);
                }));
            }
            start.countDown();
            for (var answer : answers) {
                assertThat(answer.get()).extracting(Offer::id).containsExactlyElementsOf(published);
            }
        } finally {
            threads.shutdownNow();
        }

        assertThat(nodes.stream().mapToLong(node -> node.loadsFrom("database")).sum())
                .isEqualTo(1);
    }

    @Test
    void loadsAColdOfferOnceAndThenRemembersIt() {
        var id = publish(TestOffers.upcomingSlot(offerPublishing), 1).get(0);
        var first = node();
        var second = node();

        assertThat(first.catalog.offer(id)).isPresent().isEqualTo(second.catalog.offer(id));
        assertThat(first.catalog.offer(id)).isPresent();

        assertThat(first.loadsFrom("database") + second.loadsFrom("database")).isEqualTo(1);
    }

    /** It is read once more from the database, by whoever meets it first, and is whole for all then. */
    @Test
    void readsAgainWhatANodeOfTheReleaseBeforeHasWritten() {
        // Nobody warms it up, and so writes it anew, in the next hour.
        var slot = TestOffers.upcomingSlot(offerPublishing);
        var id = publish(slot, 1).get(0);
        assertThat(node().catalog.offers(slot)).hasSize(1);
        assertThat(redis.opsForHash().delete("catalog:offer:{" + id + "}", "form", "nameZh", "nameEn", "pictures"))
                .isEqualTo(4);
        var first = node();
        var second = node();

        assertThat(first.catalog.offers(slot)).extracting(Offer::id).containsExactly(id);
        assertThat(second.catalog.offers(slot)).isEqualTo(first.catalog.offers(slot));
        assertThat(second.catalog.offer(id)).isPresent();

        assertThat(first.loadsFrom("database")).isEqualTo(1);
        assertThat(second.loadsFrom("database")).isZero();
    }

    @Test
    void loadsForItselfWhenTheNodeThatShouldHaveLoadedDied() {
        var id = TestOffers.upcomingSlot(offerPublishing);
        var published = publish(id, 2);
        redis.opsForValue().set("catalog:lease:{slot:" + id + "}", "a node that died", Duration.ofMinutes(1));

        assertThat(node(Duration.ofMillis(300)).catalog.offers(id))
                .extracting(Offer::id)
                .containsExactlyElementsOf(published);
    }

    @Test
    void refusesUnknownIdsFromMemory() {
        var node = node();

        ThreadLocalRandom.current()
                .longs(20_000, 1, Long.MAX_VALUE)
                .forEach(id -> assertThat(node.catalog.offer(new OfferId(id))).isEmpty());
        assertThat(node.catalog.offers(new SlotId(Long.MAX_VALUE))).isEmpty();
        assertThat(node.catalog.slot(new SlotId(Long.MAX_VALUE))).isEmpty();

        assertThat(node.refusals())
                .as("refused, with one in a thousand let through")
                .isGreaterThan(19_900);
        assertThat(node.loadsFrom("redis")).isLessThan(100);
    }

    @Test
    void remembersThatAnOfferDoesNotExist() {
        var node = node();
        var wrongYes = new OfferId(ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE));
        node.index.add(List.of(wrongYes));

        assertThat(node.catalog.offer(wrongYes)).isEmpty();
        assertThat(node.catalog.offer(wrongYes)).isEmpty();
        var other = node();
        other.index.add(List.of(wrongYes));
        assertThat(other.catalog.offer(wrongYes)).isEmpty();

        assertThat(node.loadsFrom("database")).isEqualTo(1);
        assertThat(other.loadsFrom("database")).isZero();
    }

    @Test
    void findsASlotWarmThatOpensInFiveMinutes() {
        var opens = clock.instant()
                .plus(Duration.ofMinutes(7))
                .plusNanos(ThreadLocalRandom.current().nextLong(50_000_000_000L));
        var id = offerPublishing.slot(new SaleWindow(opens, opens.plusSeconds(3_600)));
        var published = publish(id, 3);
        assertThat(redis.hasKey("catalog:slot:{" + id + "}"))
                .as("warm too early")
                .isFalse();

        var beat = new CatalogTestNode(
                connections,
                slots,
                offers,
                properties,
                cacheProperties,
                Clock.fixed(opens.minus(properties.warmUpLead()), properties.zone()));
        beat.warmUp.warmNear();

        var shopper = node();
        assertThat(shopper.catalog.offers(id)).extracting(Offer::id).containsExactlyElementsOf(published);
        assertThat(shopper.loadsFrom("database")).isZero();
    }

    @Test
    void warmsANearSlotOnPublication() {
        var id = TestOffers.nearSlot(offerPublishing);
        var published = publish(id, 2);
        var node = node();

        assertThat(node.catalog.offers(id)).extracting(Offer::id).containsExactlyElementsOf(published);
        assertThat(node.catalog.offer(published.get(0))).isPresent();

        assertThat(node.loadsFrom("database")).isZero();
    }

    @Test
    void hearsOfNewOffersOnOtherNodesAtOnce() throws Exception {
        var node = node();
        var messages = new CatalogChangeListener().catalogChanges(connections, node.index, node.shelves);
        messages.afterPropertiesSet();
        messages.start();
        try {
            var id = publish(TestOffers.upcomingSlot(offerPublishing), 1).get(0);

            await().atMost(Duration.ofSeconds(5))
                    .untilAsserted(() -> assertThat(node.catalog.offer(id)).isPresent());
        } finally {
            messages.destroy();
        }
    }

    /** A node whose listener runs, and which remembers the slot. The change is made on another one, which is the shop's own. */
    @Test
    @Tag(Proof.WHOLE)
    void aNewPriceANewPictureAndAWithdrawalAreThereWithinTwoSecondsOnOtherNodes() throws Exception {
        var node = node();
        var messages = new CatalogChangeListener().catalogChanges(connections, node.index, node.shelves);
        messages.afterPropertiesSet();
        messages.start();
        try {
            var slot = TestOffers.upcomingSlot(offerPublishing);
            var id = publish(slot, 1).get(0);
            await().untilAsserted(() -> assertThat(node.catalog.offers(slot)).hasSize(1));
            var product = node.catalog.offers(slot).get(0).product();
            var limit = Duration.ofSeconds(2);

            offerPublishing.changePrice(id, new Money(1_234));
            await().atMost(limit)
                    .untilAsserted(() -> assertThat(node.catalog.offers(slot))
                            .extracting(Offer::price)
                            .containsExactly(new Money(1_234)));

            var picture = new ShownPicture("/pictures/ab/", "jpg", List.of(640), "", "");
            transaction.executeWithoutResult(status -> products.showPictures(product, List.of(picture)));
            await().atMost(limit)
                    .untilAsserted(() -> assertThat(
                                    node.catalog.offer(id).orElseThrow().picture())
                            .isEqualTo("/pictures/ab/640.jpg"));

            transaction.executeWithoutResult(status -> changes.withdraw(id));
            await().atMost(limit)
                    .untilAsserted(() -> assertThat(node.catalog.offers(slot)).isEmpty());
            assertThat(node.catalog.withdrawnFrom(id)).contains(slot);
        } finally {
            messages.destroy();
        }
    }

    @Test
    void catchesUpWithOffersItDidNotHearOf() {
        var node = node();
        var id = publish(TestOffers.upcomingSlot(offerPublishing), 1).get(0);
        assertThat(node.index.mayHold(id)).isFalse();

        node.index.catchUp();

        assertThat(node.catalog.offer(id)).isPresent();
    }

    @Test
    void anOfferPublishedAMomentAgoIsNeverCertainlyUnknownOnAnotherNode() {
        var time = new SteppedClock(clock.instant());
        var other = new CatalogTestNode(connections, slots, offers, properties, cacheProperties, time);

        var id = publish(TestOffers.upcomingSlot(offerPublishing), 1).get(0);
        assertThat(other.catalog.offer(id)).isEmpty();
        assertThat(other.catalog.mayBeNew(id)).isTrue();

        other.index.catchUp();
        assertThat(other.catalog.offer(id)).isPresent();
    }

    @Test
    void anOfferIsUnknownOnceEveryNodeWouldHaveHeardOfIt() {
        var time = new SteppedClock(clock.instant());
        var node = new CatalogTestNode(connections, slots, offers, properties, cacheProperties, time);
        var made = time.instant().minusSeconds(5);
        var never = new OfferId((made.toEpochMilli() - SNOWFLAKE_EPOCH) << 22);
        var future = new OfferId(Long.MAX_VALUE);

        assertThat(node.catalog.mayBeNew(never)).isTrue();
        assertThat(node.catalog.mayBeNew(new OfferId(42))).isFalse();
        assertThat(node.catalog.mayBeNew(future)).isFalse();

        time.step(Duration.ofSeconds(40));
        assertThat(node.catalog.mayBeNew(never)).as("it has not looked since").isTrue();
        node.index.catchUp();
        assertThat(node.catalog.mayBeNew(never)).isFalse();
    }

    @Test
    void withoutRedisNothingThatIsNewerThanTheIndexIsCertainlyUnknown() {
        var time = new SteppedClock(clock.instant());
        var node = new CatalogTestNode(connections, slots, offers, properties, cacheProperties, time);
        node.loseRedis();
        time.step(Duration.ofSeconds(40));
        node.index.catchUp();
        var never = new OfferId((time.instant().minusSeconds(35).toEpochMilli() - SNOWFLAKE_EPOCH) << 22);

        assertThat(node.catalog.mayBeNew(never)).isTrue();
    }

    @Test
    void showsAChangeOnNodesThatRememberTheSlot() {
        var slot = TestOffers.nearSlot(offerPublishing);
        var id = publish(slot, 1).get(0);
        var node = node();
        assertThat(node.catalog.offers(slot)).extracting(Offer::price).containsExactly(new Money(1_990));

        offerPublishing.changePrice(id, new Money(1_234));

        await().atMost(Duration.ofSeconds(10))
                .untilAsserted(() -> assertThat(node.catalog.offers(slot))
                        .extracting(Offer::price)
                        .containsExactly(new Money(1_234)));
    }

    @Test
    void answersFromMemoryAloneForOffersThatSellNow() {
        var id = publish(TestOffers.runningSlot(offerPublishing), 1).get(0);
        var node = node();
        await().untilAsserted(() -> {
            node.onSale.keepUp();
            assertThat(node.onSale.offer(id)).isPresent();
        });
        node.loseRedis();

        // What keeping up looks for behind the askers' backs, in the slots of all other tests, ends first.
        await().untilAsserted(() -> {
            var asked = node.loadsFrom("redis");
            for (int i = 0; i < 10_000; i++) {
                assertThat(node.catalog.offer(id)).isPresent();
            }
            assertThat(node.loadsFrom("redis")).isEqualTo(asked);
        });
        assertThat(node.loadsFrom("database")).isZero();
    }

    @Test
    void goesOnShowingWhatItRemembersWithoutRedis() {
        var slot = TestOffers.upcomingSlot(offerPublishing);
        var published = publish(slot, 3);
        var node = node();
        assertThat(node.catalog.offers(slot)).hasSize(3);
        assertThat(node.catalog.offer(published.get(0))).isPresent();
        var fromDatabase = node.loadsFrom("database");

        node.loseRedis();

        await().atMost(Duration.ofSeconds(10)).untilAsserted(() -> {
            assertThat(node.catalog.offers(slot)).hasSize(3);
            assertThat(node.catalog.offer(published.get(0))).isPresent();
            assertThat(node.countStale()).as("looked again in vain").isGreaterThan(1);
        });
        assertThat(node.loadsFrom("database")).isEqualTo(fromDatabase);
    }

    @Test
    void readsTheDatabaseOncePerNodeForWhatItDoesNotRememberWithoutRedis() {
        var slot = TestOffers.upcomingSlot(offerPublishing);
        publish(slot, 3);
        var node = node();
        node.loseRedis();

        IntStream.range(0, 50)
                .parallel()
                .forEach(i -> assertThat(node.catalog.offers(slot)).hasSize(3));

        assertThat(node.loadsFrom("database")).isEqualTo(1);
    }

    @Test
    void forgetsNothingWhenRedisForgetsEverythingAboutASlot() {
        var slot = TestOffers.nearSlot(offerPublishing);
        var published = publish(slot, 2);
        var name = "catalog:slot:{" + slot + "}";
        redis.delete(List.of(name, name + ":offers", name + ":edition", "catalog:offer:{" + published.get(1) + "}"));

        assertThat(node().catalog.offers(slot)).extracting(Offer::id).containsExactlyElementsOf(published);
    }

    @Test
    void loadsTheSlotAgainWhenOneOfItsOffersIsMissingInRedis() {
        var slot = TestOffers.nearSlot(offerPublishing);
        var published = publish(slot, 2);
        redis.delete("catalog:offer:{" + published.get(1) + "}");

        assertThat(node().catalog.offers(slot)).extracting(Offer::id).containsExactlyElementsOf(published);
    }

    @Test
    void leavesACopyOfAnEarlierEditionUnused() {
        var slot = new Slot(
                TestOffers.upcomingSlot(offerPublishing),
                new SaleWindow(clock.instant(), clock.instant().plusSeconds(3_600)));
        var node = node();
        var copy = CachedSlot.of(List.of());
        var edition = node.warmSlots.edition(slot);
        assertThat(node.warmSlots.write(slot, edition, copy)).isTrue();
        assertThat(node.warmSlots.read(slot)).contains(copy);

        node.warmSlots.outdate(slot.id());

        assertThat(node.warmSlots.read(slot)).isEmpty();
        assertThat(node.warmSlots.write(slot, edition, copy))
                .as("a slow writer")
                .isFalse();
        assertThat(node.warmSlots.read(slot)).isEmpty();
    }

    @Test
    void keepsASlotWithoutOffersWarmToo() {
        var slot = TestOffers.upcomingSlot(offerPublishing);
        assertThat(node().catalog.offers(slot)).isEmpty();
        var second = node();

        assertThat(second.catalog.offers(slot)).isEmpty();

        assertThat(second.loadsFrom("database")).isZero();
    }

    @Test
    void listsTheSlotsOfADayInItsZone() {
        var tomorrow = LocalDate.now(clock.withZone(properties.zone())).plusDays(1);

        assertThat(node().catalog.slots(tomorrow))
                .isNotEmpty()
                .allMatch(slot -> LocalDate.ofInstant(slot.window().opensAt(), properties.zone())
                        .equals(tomorrow))
                .isSortedAccordingTo((one, other) ->
                        one.window().opensAt().compareTo(other.window().opensAt()));
    }

    private List<OfferId> publish(SlotId slot, int count) {
        return offerPublishing.publishAll(IntStream.range(0, count)
                .mapToObj(i -> TestOffers.offer(TestOffers.product(offerPublishing, "Bowl " + i), slot, 5, 1))
                .toList());
    }

    private CatalogTestNode node() {
        return node(cacheProperties.loadPatience());
    }

    private CatalogTestNode node(Duration patience) {
        var settings = new CatalogCacheProperties(
                cacheProperties.freshFor(), cacheProperties.keptFor(), patience, cacheProperties.falsePositives());
        return new CatalogTestNode(connections, slots, offers, properties, settings, clock);
    }
}
