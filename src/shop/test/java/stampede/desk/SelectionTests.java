package stampede.desk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.mock.web.MockHttpServletRequest;
import stampede.listing.ListField;
import stampede.listing.ListSort;
import stampede.listing.ListSpec;

class SelectionTests {

    private static final ListSpec LIST = new ListSpec(
            "/console/audit",
            "console.audit",
            List.of(ListField.text("who"), ListField.moment("from")),
            List.of(ListSort.by("at", "id")));

    private final MockHttpServletRequest request = new MockHttpServletRequest();

    @Test
    void isWhatWasChosen() {
        request.setParameters(Map.of("chosen", "rows", "id", new String[] {"7", "9", "7", "x"}));

        assertThat(Selection.of(request).ids()).containsExactly(7L, 9L);
    }

    @Test
    void isAllThatMatchedWithItsBound() {
        request.setParameters(Map.of("chosen", "all", "filter", "is=STUCK", "number", "1234", "moment", "99"));

        assertThat(Selection.of(request).all())
                .isEqualTo(Optional.of(new Selection.Matching("is=STUCK", 1234, Instant.ofEpochMilli(99))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"filter", "number", "moment"})
    void isNeverAllBecauseSomethingIsMissing(String missing) {
        request.setParameters(Map.of("chosen", "all", "filter", "is=STUCK", "number", "1234", "moment", "99"));
        request.removeParameter(missing);

        assertThatThrownBy(() -> Selection.of(request)).isInstanceOf(FilterLost.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"who=operator%3A3", "who=%E8%8C%B6+%26", "who=a&from=2026-11-23T20%3A00"})
    void knowsTheListThatWasLookedAt(String filter) {
        assertThat(new Selection.Matching(filter, 1, Instant.EPOCH)
                        .query(LIST, ZoneOffset.UTC)
                        .filter())
                .isEqualTo(filter);
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "who=", "who=%", "other=7", "who=a&other=7", "who=a&from=yesterday"})
    void isNeverMoreBecauseAFilterIsBroken(String filter) {
        var all = new Selection.Matching(filter, 1, Instant.EPOCH);

        assertThatThrownBy(() -> all.query(LIST, ZoneOffset.UTC)).isInstanceOf(FilterLost.class);
    }

    @Test
    void isNeverAllBecauseNothingIsChosen() {
        request.setParameter("chosen", "rows");

        assertThatThrownBy(() -> Selection.of(request)).isInstanceOf(FilterLost.class);
    }
}
