package stampede.search;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;

/** The page on which shoppers find offers. It is the same for everybody. */
@Controller
class SearchController {

    private static final SearchQuery NOTHING = SearchQuery.of("", "", "", "", "", "");

    private final OfferSearch search;

    SearchController(OfferSearch search) {
        this.search = search;
    }

    /** The page, or to htmx what is put behind the first that were found. */
    @GetMapping(SearchQuery.PATH)
    String search(
            @RequestParam(defaultValue = "") String q,
            @RequestParam(defaultValue = "") String is,
            @RequestParam(defaultValue = "") String under,
            @RequestParam(defaultValue = "") String category,
            @RequestParam(defaultValue = "") String sort,
            @RequestParam(defaultValue = "") String page,
            @RequestHeader(name = "HX-Request", defaultValue = "") String piece,
            Locale language,
            Model model) {
        show(SearchQuery.of(q, is, under, category, sort, page), language, model);
        return piece.isEmpty() ? "storefront/search" : "storefront/search :: part";
    }

    private void show(SearchQuery query, Locale language, Model model) {
        var part = search.find(query);
        model.addAttribute("q", query.text());
        model.addAttribute("part", part);
        model.addAttribute("cards", part.cards());
        model.addAttribute("more", query.addressOfPages());
        model.addAttribute("chips", chips(query));
        model.addAttribute("categories", categories(query, language));
        model.addAttribute("orders", orders(query));
        if (part.offers() == 0) {
            model.addAttribute(
                    "others", search.find(NOTHING).cards().stream().limit(8).toList());
        }
    }

    private static List<Choice> chips(SearchQuery query) {
        return Stream.concat(
                        Stream.of(SearchQuery.Stand.values())
                                .map(stand -> new Choice(
                                        stand.name(),
                                        query.turn(stand).address(),
                                        query.stand().filter(stand::equals).isPresent())),
                        Stream.of(new Choice("CHEAP", query.turnCheap().address(), query.isCheap())))
                .toList();
    }

    private List<Choice> categories(SearchQuery query, Locale language) {
        return search.categories().stream()
                .map(category -> new Choice(
                        category.name(language),
                        query.turn(category.id()).address(),
                        query.category().filter(category.id()::equals).isPresent()))
                .toList();
    }

    private static List<Choice> orders(SearchQuery query) {
        return Stream.of(SearchQuery.Order.values())
                .map(order -> new Choice(order.name(), query.in(order).address(), query.order() == order))
                .toList();
    }

    /**
     * A link that chooses.
     *
     * @param name what it is called, or the end of the key of what it is called
     * @param href where it leads
     * @param chosen whether it is chosen already
     */
    public record Choice(String name, String href, boolean chosen) {}
}
