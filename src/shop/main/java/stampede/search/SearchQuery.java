package stampede.search;

import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.web.util.UriUtils;
import stampede.catalog.CategoryId;

/**
 * What somebody looks for. What cannot be read of an address is as if it were not there.
 *
 * @param text as it was written, of at most {@link #LONGEST} characters
 * @param stand how offers must stand
 * @param isCheap whether they must cost less than ¥100
 * @param category what they must be in
 * @param order in which order
 * @param page which page of them, from 1
 */
record SearchQuery(
        String text, Optional<Stand> stand, boolean isCheap, Optional<CategoryId> category, Order order, int page) {

    static final String PATH = "/search";

    /** In characters; what comes behind is not read. */
    static final int LONGEST = 50;

    private static final int MOST_WORDS = 5;
    private static final String UNDER = "100";

    /** How an offer must stand. */
    enum Stand {
        ON_SALE,
        OPENING,
        ALMOST_GONE
    }

    /** In which order they are shown. */
    enum Order {
        /** What sells now, then what opens next, then what is over. */
        TIME,
        PRICE,
        DISCOUNT
    }

    static SearchQuery of(String text, String stand, String under, String category, String order, String page) {
        var read = text.codePoints()
                .limit(LONGEST)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString()
                .strip();
        return new SearchQuery(
                read,
                named(Stand.values(), stand),
                under.equals(UNDER),
                category.matches("[1-9]\\d{0,17}") ? Optional.of(CategoryId.of(category)) : Optional.empty(),
                named(Order.values(), order).orElse(Order.TIME),
                page.matches("\\d{1,5}") ? Integer.parseInt(page) : 1);
    }

    /** The words that all must be found, as {@link #fold} writes them. */
    List<String> words() {
        return Stream.of(fold(text).split("\\s+"))
                .filter(word -> !word.isEmpty())
                .limit(MOST_WORDS)
                .toList();
    }

    /** A text in the form in which texts are compared. */
    static String fold(String text) {
        return Normalizer.normalize(text, Normalizer.Form.NFKC).toLowerCase(Locale.ROOT);
    }

    /** The same, with this stand; without one, if it had this. */
    SearchQuery turn(Stand other) {
        var next = stand.filter(other::equals).isPresent() ? Optional.<Stand>empty() : Optional.of(other);
        return new SearchQuery(text, next, isCheap, category, order, 1);
    }

    SearchQuery turnCheap() {
        return new SearchQuery(text, stand, !isCheap, category, order, 1);
    }

    SearchQuery turn(CategoryId other) {
        var next = category.filter(other::equals).isPresent() ? Optional.<CategoryId>empty() : Optional.of(other);
        return new SearchQuery(text, stand, isCheap, next, order, 1);
    }

    SearchQuery in(Order other) {
        return new SearchQuery(text, stand, isCheap, category, other, 1);
    }

    /** Its address, without a page. */
    String address() {
        var parameters = Stream.of(
                        parameter("q", text),
                        parameter("is", stand.map(SearchQuery::name).orElse("")),
                        parameter("under", isCheap ? UNDER : ""),
                        parameter("category", category.map(CategoryId::toString).orElse("")),
                        parameter("sort", order == Order.TIME ? "" : name(order)))
                .flatMap(Optional::stream)
                .collect(Collectors.joining("&"));
        return parameters.isEmpty() ? PATH : PATH + "?" + parameters;
    }

    /** Its address up to the number of a page. */
    String addressOfPages() {
        var address = address();
        return address + (address.contains("?") ? "&" : "?") + "page=";
    }

    private static Optional<String> parameter(String name, String value) {
        return value.isEmpty()
                ? Optional.empty()
                : Optional.of(name + "=" + UriUtils.encode(value, StandardCharsets.UTF_8));
    }

    private static <E extends Enum<E>> Optional<E> named(E[] all, String name) {
        return Arrays.stream(all).filter(one -> name(one).equals(name)).findFirst();
    }

    private static String name(Enum<?> one) {
        return one.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
