package stampede.draft;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDateTime;
import java.util.HashMap;
import java.util.Map;
import org.springframework.stereotype.Component;
import stampede.catalog.Catalog;
import stampede.catalog.OfferId;
import stampede.console.ConsoleBrowser;
import stampede.ids.Ids;

/** What operators do to drafts and slots, each once on something of its own; answers what the audit log calls that. */
@Component
public class DraftErrands {

    private static final String OFFERS = "/console/offers";

    private final DraftDesk desk;
    private final OfferDrafts drafts;
    private final OfferSubmissions submissions;
    private final Catalog catalog;
    private final Ids ids;

    DraftErrands(DraftDesk desk, OfferDrafts drafts, OfferSubmissions submissions, Catalog catalog, Ids ids) {
        this.desk = desk;
        this.drafts = drafts;
        this.submissions = submissions;
        this.catalog = catalog;
        this.ids = ids;
    }

    public String add(ConsoleBrowser operator) {
        var seller = desk.seller();
        return "offer-draft:" + sent(operator, OFFERS + "/new", OFFERS, fields(desk.terms(seller), "5"));
    }

    public String change(ConsoleBrowser operator) {
        var draft = draft();
        var page = OFFERS + "/drafts/" + draft.id();
        sent(operator, page, page, fields(draft.terms(), "6"));
        return draft.subject();
    }

    public String delete(ConsoleBrowser operator) {
        var draft = draft();
        var page = OFFERS + "/drafts/" + draft.id();
        sent(operator, page, page + "/deletion", Map.of());
        return draft.subject();
    }

    public String submit(ConsoleBrowser operator) {
        var page = OFFERS + "/drafts/" + draft().id();
        return "offer:" + sent(operator, page, page + "/submission", Map.of());
    }

    public String approve(ConsoleBrowser operator) {
        var page = OFFERS + "/drafts/" + pending() + "/approval";
        return "offer:" + sent(operator, page, page, Map.of("version", "1"));
    }

    public String reject(ConsoleBrowser operator) {
        var page = OFFERS + "/drafts/" + pending() + "/rejection";
        return "offer-draft:" + sent(operator, page, page, Map.of("version", "1", "words", "Not like this"));
    }

    public String recall(ConsoleBrowser operator) {
        var page = OFFERS + "/drafts/" + pending();
        return "offer-draft:" + sent(operator, page, page + "/recall", Map.of());
    }

    /** A draft as the JSON API takes it. */
    public String json(int units) {
        return json(desk.terms(desk.seller()), units);
    }

    public String json(DraftTerms terms, int units) {
        return """
                {"productId": "%s", "opensAt": "%s", "closesAt": "%s", "priceFen": 1990, "units": %d, "limitPerShopper": 2}""".formatted(
                terms.product(), terms.window().opensAt(), terms.window().closesAt(), units);
    }

    public String copy(ConsoleBrowser operator) {
        var offer = upcoming();
        var page = OFFERS + "/" + offer + "/copy";
        sent(
                operator,
                page,
                page,
                Map.of("slots", fields(desk.terms(desk.seller()), "5").get("slot")));
        return "offer:" + offer;
    }

    public String makeSlot(ConsoleBrowser operator) {
        var opens = LocalDateTime.now(catalog.zone()).plusDays(30).withNano((int) (ids.next() % 1_000) * 1_000_000);
        var window =
                Map.of("opens", opens.toString(), "closes", opens.plusHours(1).toString());
        return "slot:" + sent(operator, "/console/slots", "/console/slots", window);
    }

    /** A published offer of 5 units that opens in days. */
    public OfferId upcoming() {
        return submissions.submit(desk.operator(), draft().id()).offer().orElseThrow();
    }

    /** A draft that waits, in version 1. */
    public String pending() {
        var seller = desk.seller();
        return submissions
                .submit(seller, drafts.add(seller, desk.terms(seller)).id())
                .id()
                .toString();
    }

    /** A draft of a seller, in version 0. */
    public OfferDraft made() {
        return draft();
    }

    private OfferDraft draft() {
        var seller = desk.seller();
        return drafts.add(seller, desk.terms(seller));
    }

    private Map<String, String> fields(DraftTerms terms, String units) {
        var zone = catalog.zone();
        var window = terms.window();
        var fields = new HashMap<String, String>();
        fields.put("product", terms.product().toString());
        fields.put(
                "slot",
                LocalDateTime.ofInstant(window.opensAt(), zone) + "/"
                        + LocalDateTime.ofInstant(window.closesAt(), zone));
        fields.put("price", terms.price().yuan());
        fields.put("units", units);
        fields.put("limit", "2");
        fields.put("version", "0");
        return fields;
    }

    /** The number with which the address ends that the form leads to. */
    private static String sent(ConsoleBrowser operator, String page, String path, Map<String, String> form) {
        var answer = operator.post(page, path, form);
        assertThat(answer.statusCode()).as("%s: %s", path, answer.body()).isEqualTo(302);
        return answer.headers()
                .firstValue("Location")
                .orElseThrow()
                .replaceFirst("\\?.*", "")
                .replaceFirst(".*/", "");
    }
}
