package stampede.console.money;

import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Component;
import org.springframework.ui.Model;
import stampede.desk.ListView;
import stampede.listing.ListField;
import stampede.listing.ListQuery;
import stampede.listing.ListSort;
import stampede.listing.ListSpec;
import stampede.paymentadmin.PaymentAdmin;
import stampede.site.ShopTimes;

/** What all pages about money have in common: what waits for an operator, and lists that are searched, filtered and paged. */
@Component
class MoneyPageModel {

    private final PaymentAdmin desk;
    private final ShopTimes times;

    MoneyPageModel(PaymentAdmin desk, ShopTimes times) {
        this.desk = desk;
        this.times = times;
    }

    void frame(Model model) {
        model.addAttribute("waiting", desk.waiting());
    }

    void list(Model model, ListView<?> list) {
        frame(model);
        model.addAttribute("list", list);
    }

    /** A list that is searched by a number and filtered by a state. */
    static ListSpec spec(String path, String words, String states, Enum<?>[] choices) {
        return new ListSpec(
                path,
                words,
                List.of(ListField.text("text"), ListField.choice("is", states, choices)),
                List.of(ListSort.by("known", "id")));
    }

    ListQuery query(ListSpec spec, HttpServletRequest request) {
        return ListQuery.of(spec, request.getParameterMap(), times.zone());
    }

    /** A moment as spreadsheets get it; empty for none. */
    String cell(Optional<Instant> at) {
        return at.map(moment -> times.at(moment).toOffsetDateTime().toString()).orElse("");
    }
}
