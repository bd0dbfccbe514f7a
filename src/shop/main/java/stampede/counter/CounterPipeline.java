package stampede.counter;

import com.google.common.collect.Lists;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.springframework.dao.DataAccessException;
import stampede.catalog.OfferId;
import stampede.redis.AsyncRedis;

/** Asks Redis about many offers in few trips. In a cluster, offers of a server that is silent do not keep the others from being told. */
final class CounterPipeline {

    /** How many offers one trip to Redis asks for: thousands would take longer than the first of them waits for its answer. */
    static final int OFFERS = 500;

    private CounterPipeline() {}

    /**
     * Sends a command for each of these offers.
     *
     * @return the offers whose server did not answer
     * @throws DataAccessException if none did
     */
    static <T> Set<OfferId> ask(
            CounterRedis redis,
            Collection<OfferId> offers,
            BiFunction<RedisClusterAsyncCommands<byte[], byte[]>, OfferId, CompletionStage<T>> question,
            BiConsumer<OfferId, T> answered) {
        return askEach(offers, offer -> redis.send(commands -> question.apply(commands, offer)), answered);
    }

    /** The same, for what is more than a command. */
    static <T> Set<OfferId> askEach(
            Collection<OfferId> offers,
            Function<OfferId, CompletableFuture<T>> question,
            BiConsumer<OfferId, T> answered) {
        var silent = new LinkedHashSet<OfferId>();
        var told = 0;
        for (var some : Lists.partition(offers.stream().distinct().toList(), OFFERS)) {
            var answers = new LinkedHashMap<OfferId, CompletableFuture<T>>();
            some.forEach(offer -> answers.put(offer, question.apply(offer)));
            for (var answer : answers.entrySet()) {
                try {
                    read(answer.getKey(), answer.getValue(), answered);
                    told++;
                } catch (DataAccessException failure) {
                    silent.add(answer.getKey());
                    if (told == 0 && silent.size() == answers.size()) {
                        throw failure;
                    }
                }
            }
        }
        return silent;
    }

    /** An offer of which Redis has something that cannot be read does not keep the others from being told. */
    private static <T> void read(OfferId offer, CompletableFuture<T> answer, BiConsumer<OfferId, T> answered) {
        try {
            var told = AsyncRedis.await(answer);
            SpoiledKeys.read(() -> {
                answered.accept(offer, told);
                return offer;
            });
        } catch (DataAccessException failure) {
            if (!SpoiledKeys.areBehind(failure)) {
                throw failure;
            }
        }
    }
}
