package stampede.counter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataRetrievalFailureException;
import org.springframework.dao.QueryTimeoutException;
import stampede.catalog.OfferId;

/** Many offers of which some lie on a server that is silent. */
class CounterPipelineTests {

    private static final CompletableFuture<String> SILENT = CompletableFuture.failedFuture(new TimeoutException());

    private final Map<OfferId, String> told = new LinkedHashMap<>();

    @Test
    void tellsOfThoseWhoseServerAnswersAndNamesTheOthers() {
        var silent = CounterPipeline.askEach(
                offers(1, 4),
                offer -> offer.value() % 2 == 0 ? CompletableFuture.completedFuture("there") : SILENT,
                told::put);

        assertThat(told).containsOnlyKeys(offers(2, 2).get(0), offers(4, 4).get(0));
        assertThat(silent).containsExactly(offers(1, 1).get(0), offers(3, 3).get(0));
    }

    @Test
    void failsIfNobodyAnswers() {
        assertThatThrownBy(() -> CounterPipeline.askEach(offers(1, 3), offer -> SILENT, told::put))
                .isInstanceOf(QueryTimeoutException.class);
    }

    /** One server that is away is not waited for trip by trip. */
    @Test
    void asksNoFurtherIfNobodyAnswersTheFirstTrip() {
        var asked = new LinkedHashMap<OfferId, Boolean>();

        assertThatThrownBy(() -> CounterPipeline.askEach(
                        offers(1, 3 * CounterPipeline.OFFERS),
                        offer -> {
                            asked.put(offer, true);
                            return SILENT;
                        },
                        told::put))
                .isInstanceOf(QueryTimeoutException.class);
        assertThat(asked).hasSize(CounterPipeline.OFFERS);
    }

    @Test
    void goesOnIfOnlyALaterTripIsNotAnswered() {
        var all = offers(1, 2 * CounterPipeline.OFFERS);

        var silent = CounterPipeline.askEach(
                all,
                offer -> offer.value() <= CounterPipeline.OFFERS ? CompletableFuture.completedFuture("there") : SILENT,
                told::put);

        assertThat(told).hasSize(CounterPipeline.OFFERS);
        assertThat(silent).hasSize(CounterPipeline.OFFERS);
    }

    /** A server that answers nonsense is not silent. */
    @Test
    void takesWhatCannotBeReadForAnAnswer() {
        var silent = CounterPipeline.askEach(
                offers(1, 1),
                offer -> CompletableFuture.completedFuture("x"),
                (offer, text) -> told.put(offer, Integer.toString(Integer.parseInt(text))));

        assertThat(silent).isEqualTo(Set.of());
        assertThat(told).isEmpty();
    }

    @Test
    void asksNobodyAboutNothing() {
        assertThat(CounterPipeline.askEach(
                        List.of(),
                        offer -> CompletableFuture.<String>failedFuture(new DataRetrievalFailureException("asked")),
                        told::put))
                .isEmpty();
    }

    private static List<OfferId> offers(long first, long last) {
        return LongStream.rangeClosed(first, last).mapToObj(OfferId::new).toList();
    }
}
