package stampede.counter;

import com.google.common.collect.Lists;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import org.springframework.dao.DataAccessException;
import stampede.catalog.OfferId;

/** Asks Redis about many offers in few trips. */
final class CounterPipeline {

    /** How many offers one trip to Redis asks for: thousands would take longer than the first of them waits for its answer. */
    static final int OFFERS = 500;

    private CounterPipeline() {}

    static <T> void ask(
            CounterRedis redis,
            Collection<OfferId> offers,
            BiFunction<RedisClusterAsyncCommands<byte[], byte[]>, OfferId, CompletionStage<T>> question,
            BiConsumer<OfferId, T> answered) {
        for (var some : Lists.partition(offers.stream().distinct().toList(), OFFERS)) {
            var answers = new LinkedHashMap<OfferId, CompletableFuture<T>>();
            some.forEach(offer -> answers.put(offer, redis.send(commands -> question.apply(commands, offer))));
            answers.forEach((offer, answer) -> tell(offer, answer, answered));
        }
    }

    /** An offer of which Redis has something that cannot be read does not keep the others from being told. */
    private static <T> void tell(OfferId offer, CompletableFuture<T> answer, BiConsumer<OfferId, T> answered) {
        try {
            var told = CounterRedis.await(answer);
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
