package stampede.console.money;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Component;
import org.springframework.ui.Model;
import stampede.paymentadmin.PageOf;
import stampede.paymentadmin.PaymentAdmin;

/** What all pages about money have in common: what waits for an operator, and lists that are searched, filtered and paged. */
@Component
class MoneyPageModel {

    static final int SIZE = 50;

    private final PaymentAdmin desk;

    MoneyPageModel(PaymentAdmin desk) {
        this.desk = desk;
    }

    void frame(Model model) {
        model.addAttribute("waiting", desk.waiting());
    }

    /** A list of what was looked for; {@code kinds} is what it can be filtered by. */
    <E extends Enum<E>> void list(Model model, PageOf<?> found, String text, Optional<E> is, E[] kinds) {
        frame(model);
        model.addAttribute("found", found);
        model.addAttribute("last", Math.max(0, (found.total() - 1) / found.size()));
        model.addAttribute("text", text);
        model.addAttribute("is", is.map(Enum::name).orElse(""));
        model.addAttribute("kinds", names(kinds));
    }

    /** Beyond the last page there is nothing to see, and before the first there is none. */
    static int page(int number) {
        return Math.max(0, Math.min(number, 1_000_000));
    }

    private static List<String> names(Enum<?>[] kinds) {
        return Arrays.stream(kinds).map(Enum::name).toList();
    }
}
