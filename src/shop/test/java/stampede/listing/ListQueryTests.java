package stampede.listing;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ListQueryTests {

    private static final ListSpec LIST = new ListSpec(
            "/things",
            "things",
            List.of(
                    ListField.text("who"),
                    ListField.choice("day", "day.", DayOfWeek.values()),
                    ListField.moment("from")),
            List.of(ListSort.by("at", "id"), ListSort.by("price", "fen", "id")));

    @Test
    void isWrittenAsItIsRead() {
        var query = of(Map.of("who", "a&b =", "day", "FRIDAY", "sort", "price", "size", "100"));

        assertThat(query.link()).isEqualTo("/things?who=a%26b+%3D&day=FRIDAY&sort=price&size=100");
        assertThat(query.csv()).isEqualTo("/things.csv?who=a%26b+%3D&day=FRIDAY&sort=price");
        assertThat(query.without("who")).isEqualTo("/things?day=FRIDAY&sort=price&size=100");
        assertThat(query.filter()).isEqualTo("who=a%26b+%3D&day=FRIDAY");
        assertThat(of(Map.of()).link()).isEqualTo("/things");
    }

    @Test
    void turnsAnOrderAroundThatIsChosenAgain() {
        var price = LIST.sorts().get(1);

        assertThat(of(Map.of()).sortedBy(price)).isEqualTo("/things?sort=-price");
        assertThat(of(Map.of("sort", "-price")).sortedBy(price)).isEqualTo("/things?sort=price");
        assertThat(of(Map.of("sort", "price")).sortedBy(price)).isEqualTo("/things?sort=-price");
    }

    @ParameterizedTest
    @CsvSource({
        "day, NEVERDAY",
        "from, yesterday",
        "from, +999999999-12-31T23:59",
        "from, 0001-01-01T00:00",
        "size, 1000000",
        "sort, id;drop table x",
        "after, 1_2",
        "before, 9999999999999999999",
    })
    void leavesOutAndTellsWhatItCannotRead(String name, String value) {
        var query = of(Map.of(name, value));

        assertThat(query.ignored()).containsExactly(name);
        assertThat(query.link()).isEqualTo("/things");
    }

    @Test
    void readsMomentsInTheZoneOfTheShop() {
        assertThat(of(Map.of("from", "2026-11-23T20:00")).moment("from"))
                .isEqualTo(Optional.of(Instant.parse("2026-11-23T12:00:00Z")));
    }

    @Test
    void knowsThePlaceByTheKeyOfARow() {
        var query = of(Map.of("sort", "-price", "after", "1990_42", "row", "51"));

        assertThat(query.page().after()).isEqualTo(Optional.of(new ListKey(List.of(1990L, 42L))));
        assertThat(query.again()).isEqualTo("/things?sort=-price&after=1990_42&row=51");
    }

    private static ListQuery of(Map<String, String> parameters) {
        var request = new HashMap<String, String[]>();
        parameters.forEach((name, value) -> request.put(name, new String[] {value}));
        return ListQuery.of(LIST, request, ZoneId.of("Asia/Shanghai"));
    }
}
