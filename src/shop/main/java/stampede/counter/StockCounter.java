package stampede.counter;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import com.google.common.collect.Lists;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import stampede.account.AccountId;
import stampede.catalog.OfferId;
import stampede.redis.AsyncRedis;
import stampede.redis.CallBatcher;
import stampede.stock.Reservation;
import stampede.stock.ReservationId;

/**
 * Stock in Redis, which is fast: who has how many units of each offer.
 *
 * <p>Every change is one script that adds or removes a named reservation and moves the count in the same step, so each
 * may be repeated. Any method may throw a {@link org.springframework.dao.DataAccessException}: Redis did not answer, and
 * what was asked for may or may not have happened.
 */
@Component
public class StockCounter {

    /** Longer lists are cut, so that no call keeps Redis busy for long. */
    private static final int MOST_PER_CALL = 250;

    /** Numbers of offers are made of the time. */
    private static final OfferId NO_OFFER = new OfferId(1);

    private final CounterRedis redis;
    private final CounterProperties properties;
    private final CounterEventPublisher cold;
    private final CachedLiveStock live;
    private final Executor threads;
    private final LoadingCache<OfferId, CallBatcher<ReserveRequest, ReserveAnswer>> lanes;

    StockCounter(
            CounterRedis redis,
            CounterProperties properties,
            CounterEventPublisher cold,
            CachedLiveStock live,
            @Qualifier("applicationTaskExecutor") Executor threads) {
        this.redis = redis;
        this.properties = properties;
        this.cold = cold;
        this.live = live;
        this.threads = threads;
        this.lanes =
                Caffeine.newBuilder().expireAfterAccess(Duration.ofMinutes(10)).build(this::lane);
    }

    /**
     * Keeps the units for the shopper, or says why it cannot. Concurrent requests for one offer share a trip to Redis. If it
     * throws, the units may be kept all the same: the same idempotency key finds them, and so does the sweeper.
     *
     * @throws CounterUnchanged if it is certain that they are not
     */
    public ReserveAnswer reserve(ReserveRequest request) {
        var kept = ask(
                request.offer(),
                () -> AsyncRedis.await(lanes.get(request.offer()).join(request)));
        if (kept instanceof ReserveAnswer.Not not && not.why() == ReserveAnswer.Why.COLD) {
            cold.publishCold(request.offer());
        }
        return kept;
    }

    /**
     * Asks Redis as {@link #reserve} does, for an offer that does not exist, so that this node has done it before shoppers come. Nothing
     * is kept and nobody is told.
     *
     * @return whether Redis answered that there is none
     */
    public boolean askForNothing() {
        var request = new ReserveRequest(new ReservationId(1), NO_OFFER, new AccountId(1), 1, "rehearsal", "");
        return AsyncRedis.await(lanes.get(NO_OFFER).join(request))
                .equals(new ReserveAnswer.Not(ReserveAnswer.Why.COLD));
    }

    /** Puts off the next check of those that are still reserved: they are on their way. */
    public void recheckIn(OfferId offer, Collection<ReservationId> reservations, Duration delay) {
        ask(
                offer,
                () -> AsyncRedis.awaitAll(parts(reservations)
                        .map(part -> redis.run(
                                CounterScript.RECHECK,
                                offer,
                                Stream.concat(
                                                Stream.of(Long.toString(delay.toMillis())),
                                                part.stream().map(ReservationId::toString))
                                        .toList()))
                        .toList()));
    }

    /**
     * The database says that orders hold these units. One trip to Redis, however many.
     *
     * @throws DataAccessException if a server does not answer; those of the others are settled all the same
     */
    public Map<ReservationId, SettleAnswer> settle(Collection<Reservation> reservations) {
        var settled = new LinkedHashMap<ReservationId, SettleAnswer>();
        check(forEachOffer(
                CounterScript.SETTLE, reservations, Reservation::offer, StockCounter::facts, (reservation, answer) -> {
                    settled.put(reservation.id(), SettleAnswer.valueOf(answer));
                    announceIfGone(answer, reservation.offer());
                }));
        return settled;
    }

    /**
     * The database says that these do not, and never will, hold units: whatever was kept for them can be sold again. One
     * trip to Redis, however many.
     *
     * @throws DataAccessException if a server does not answer; those of the others are released all the same
     */
    public void release(Collection<Reservation> reservations) {
        release(reservations.stream().collect(Collectors.toMap(Reservation::id, Reservation::offer, (a, b) -> a)));
    }

    /** The same for reservations of which only the offer is at hand. */
    void release(Map<ReservationId, OfferId> reservations) {
        check(forEachOffer(
                CounterScript.RELEASE,
                reservations.entrySet(),
                Map.Entry::getValue,
                reservation -> Stream.of(reservation.getKey().toString()),
                (reservation, answer) -> announceIfGone(answer, reservation.getValue())));
    }

    /** The reserved ones whose check is due, for this caller alone until the lease ends. */
    public List<DetailedReservation> claim(OfferId offer, int max, Duration lease) {
        var texts = ask(
                offer,
                () -> AsyncRedis.await(redis.run(
                        CounterScript.CLAIM, offer, List.of(Integer.toString(max), Long.toString(lease.toMillis())))));
        return Lists.partition(texts, 2).stream()
                .filter(pair -> CounterRecords.isRecord(pair.get(1)))
                .map(pair -> CounterRecords.reserved(offer, pair.get(0), pair.get(1)))
                .toList();
    }

    /**
     * How reservations stand; those of a server that is silent are not among them. One trip to Redis, however many.
     *
     * @throws DataAccessException if no server answers
     */
    public Map<ReservationId, CounterReservationState> states(Map<ReservationId, OfferId> reservations) {
        var states = new LinkedHashMap<ReservationId, CounterReservationState>();
        var failure = forEachOffer(
                CounterScript.RESERVATION_STATES,
                reservations.entrySet(),
                Map.Entry::getValue,
                reservation -> Stream.of(reservation.getKey().toString()),
                (reservation, answer) -> {
                    states.put(reservation.getKey(), CounterRecords.state(answer));
                    if (answer.equals("SPOILED")) {
                        cold.publishSpoiled(reservation.getValue());
                    }
                });
        if (states.isEmpty()) {
            check(failure);
        }
        return states;
    }

    private CallBatcher<ReserveRequest, ReserveAnswer> lane(OfferId offer) {
        return new CallBatcher<>(
                properties.mostPerCall(),
                properties.timeout(),
                System::nanoTime,
                requests -> redis.runNowOrNever(
                                CounterScript.RESERVE,
                                offer,
                                Stream.concat(
                                                Stream.of(Long.toString(
                                                        properties.firstCheck().toMillis())),
                                                requests.stream().flatMap(StockCounter::facts))
                                        .toList())
                        .thenApply(texts -> SpoiledKeys.read(() -> CounterRecords.answers(texts)))
                        .whenComplete((answers, failure) -> {
                            if (failure == null && isSoldOut(requests, answers)) {
                                live.markSoldOut(offer);
                            }
                        }),
                CounterUnchanged::new,
                threads);
    }

    /** Whether not even one unit was left for one of these. */
    private static boolean isSoldOut(List<ReserveRequest> requests, List<ReserveAnswer> answers) {
        for (int i = 0; i < answers.size(); i++) {
            if (requests.get(i).units() == 1
                    && answers.get(i) instanceof ReserveAnswer.Not no
                    && no.why() == ReserveAnswer.Why.SOLD_OUT) {
                return true;
            }
        }
        return false;
    }

    private static Stream<String> facts(ReserveRequest request) {
        return Stream.of(
                request.shopper().toString(),
                Integer.toString(request.units()),
                request.id().toString(),
                request.idempotencyKey(),
                request.detail());
    }

    private static Stream<String> facts(Reservation reservation) {
        return Stream.of(
                reservation.id().toString(),
                reservation.shopper().toString(),
                Integer.toString(reservation.units()),
                Long.toString(reservation.reservedAt().toEpochMilli()));
    }

    private void announceIfGone(String answer, OfferId offer) {
        if (answer.equals("COLD")) {
            cold.publishCold(offer);
        } else if (answer.equals("SPOILED")) {
            cold.publishSpoiled(offer);
        }
    }

    /** Asks; has somebody look after the offer's keys if they are what is in the way. */
    private <T> T ask(OfferId offer, Supplier<T> question) {
        try {
            return question.get();
        } catch (DataAccessException failure) {
            if (SpoiledKeys.areBehind(failure)) {
                cold.publishSpoiled(offer);
            }
            throw failure;
        }
    }

    /**
     * Runs a script that answers each of a list; all calls leave before the first answer is waited for, and one that fails does not keep
     * the answers of the others from being read.
     *
     * @return why some were not answered, if some were not
     */
    private <T> Optional<DataAccessException> forEachOffer(
            CounterScript script,
            Collection<T> all,
            Function<T, OfferId> offer,
            Function<T, Stream<String>> arguments,
            BiConsumer<T, String> answered) {
        var asked = all.stream().collect(Collectors.groupingBy(offer)).values().stream()
                .flatMap(StockCounter::parts)
                .toList();
        var answers = asked.stream()
                .map(part -> redis.run(
                        script,
                        offer.apply(part.get(0)),
                        part.stream().flatMap(arguments).toList()))
                .toList();
        Optional<DataAccessException> failure = Optional.empty();
        for (int i = 0; i < asked.size(); i++) {
            var part = asked.get(i);
            var answer = answers.get(i);
            try {
                var texts = ask(offer.apply(part.get(0)), () -> AsyncRedis.await(answer));
                for (int j = 0; j < texts.size(); j++) {
                    answered.accept(part.get(j), texts.get(j));
                }
            } catch (DataAccessException silent) {
                failure = failure.or(() -> Optional.of(silent));
            }
        }
        return failure;
    }

    private static void check(Optional<DataAccessException> failure) {
        failure.ifPresent(why -> {
            throw why;
        });
    }

    private static <T> Stream<List<T>> parts(Collection<T> all) {
        return Lists.partition(List.copyOf(all), MOST_PER_CALL).stream();
    }
}
