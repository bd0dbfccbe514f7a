package stampede.draft.page;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.ModelAndView;
import stampede.account.Role;
import stampede.account.Scope;
import stampede.account.SignedIn;
import stampede.catalog.OfferState;
import stampede.desk.CsvDownload;
import stampede.desk.ListView;
import stampede.draft.OfferDrafts;
import stampede.draft.OfferLine;
import stampede.draft.OfferSearchRepository;
import stampede.draft.OfferStanding;
import stampede.listing.ListField;
import stampede.listing.ListQuery;
import stampede.listing.ListSort;
import stampede.listing.ListSpec;
import stampede.site.ShopTimes;

/** The lists of offers: all of them at the console, theirs for sellers. */
@Component
class OfferListPages {

    private static final List<ListField> FIELDS = List.of(
            ListField.text("text"),
            ListField.choice("state", "offers.standing.", OfferStanding.values()),
            ListField.moment("from"),
            ListField.moment("to"));

    private static final ListSpec OF_SELLERS = spec("/seller/offers", FIELDS);
    private static final ListSpec OF_OPERATORS = spec(
            "/console/offers",
            Stream.concat(FIELDS.stream(), Stream.of(ListField.text("seller"))).toList());

    private final OfferSearchRepository offers;
    private final OfferDrafts drafts;
    private final CsvDownload download;
    private final ShopTimes times;

    OfferListPages(OfferSearchRepository offers, OfferDrafts drafts, CsvDownload download, ShopTimes times) {
        this.offers = offers;
        this.drafts = drafts;
        this.download = download;
        this.times = times;
    }

    ModelAndView list(SignedIn by, HttpServletRequest request) {
        var query = query(by, request);
        return new ModelAndView("draft/offers")
                .addObject("list", new ListView<>(query, offers.page(query, Scope.of(by))))
                .addObject("base", query.spec().path())
                .addObject("isOperator", by.role() == Role.OPERATOR)
                .addObject("shown", query.value("state").orElse(""))
                .addObject("drafts", drafts.count(by, OfferState.DRAFT))
                .addObject("pending", drafts.count(by, OfferState.PENDING));
    }

    void csv(SignedIn by, HttpServletRequest request, HttpServletResponse response) throws IOException {
        var query = query(by, request);
        download.send(
                response,
                query.spec().name(),
                List.of(
                        "number",
                        "state",
                        "product",
                        "sku",
                        "seller",
                        "opens",
                        "closes",
                        "price",
                        "units",
                        "left",
                        "limit",
                        "address_limit"),
                (most, line) -> offers.forEach(query, Scope.of(by), most, row -> write(row, line)));
    }

    private void write(OfferLine row, Consumer<Object[]> line) {
        line.accept(new Object[] {
            (row.isDraft() ? "draft:" : "offer:") + row.id(),
            row.standing(times.now()),
            row.name(),
            row.sku(),
            row.seller(),
            times.at(row.window().opensAt()).toOffsetDateTime(),
            times.at(row.window().closesAt()).toOffsetDateTime(),
            row.price().yuan(),
            row.units(),
            row.left(),
            row.limitPerShopper(),
            row.limitPerAddress()
        });
    }

    private ListQuery query(SignedIn by, HttpServletRequest request) {
        return ListQuery.of(
                by.role() == Role.SELLER ? OF_SELLERS : OF_OPERATORS, request.getParameterMap(), times.zone());
    }

    private static ListSpec spec(String path, List<ListField> fields) {
        return new ListSpec(path, "offers.list", fields, List.of(ListSort.by("made", "o.id")));
    }
}
