package stampede.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class ListingTests {

    private static final List<String> FIVE = List.of("a", "b", "c", "d", "e");

    @Test
    void cutsOutOnePageAndKnowsHowManyThereAre() {
        assertThat(Listing.of(FIVE, new Listing.Query(1, 2), Function.identity()))
                .isEqualTo(new Listing<>(List.of("c", "d"), 1, 2, 5));
    }

    @Test
    void beyondTheLastPageIsNothing() {
        assertThat(Listing.of(FIVE, new Listing.Query(10_000, 100), Function.identity())
                        .items())
                .isEmpty();
    }

    @Test
    void withoutAWishTheFirstTwenty() {
        assertThat(Listing.of(FIVE, new Listing.Query(null, null), Function.identity()))
                .isEqualTo(new Listing<>(FIVE, 0, 20, 5));
    }
}
