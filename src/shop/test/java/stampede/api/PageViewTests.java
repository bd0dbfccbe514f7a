package stampede.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class PageViewTests {

    private static final List<String> FIVE = List.of("a", "b", "c", "d", "e");

    @Test
    void cutsOutOnePageAndKnowsHowManyThereAre() {
        assertThat(PageView.of(FIVE, new PageView.Query(1, 2), Function.identity()))
                .isEqualTo(new PageView<>(List.of("c", "d"), 1, 2, 5));
    }

    @Test
    void beyondTheLastPageIsNothing() {
        assertThat(PageView.of(FIVE, new PageView.Query(10_000, 100), Function.identity())
                        .items())
                .isEmpty();
    }

    @Test
    void withoutAWishTheFirstTwenty() {
        assertThat(PageView.of(FIVE, new PageView.Query(null, null), Function.identity()))
                .isEqualTo(new PageView<>(FIVE, 0, 20, 5));
    }
}
