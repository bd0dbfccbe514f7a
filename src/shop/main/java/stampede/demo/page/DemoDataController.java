package stampede.demo.page;

import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Map;
import org.springframework.context.annotation.Profile;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;
import stampede.account.CurrentAccount;
import stampede.account.Duty;
import stampede.account.Needs;
import stampede.account.SignedIn;
import stampede.demo.DemoWishes;
import stampede.demo.MakeDemoData;
import stampede.desk.DeskForm;

/** More to look at, in the demonstration only. */
@Controller
@Profile("demo")
class DemoDataController {

    private static final String PATH = "/console/demo";
    private static final List<String> FIELDS = List.of("products", "offers", "slots", "shoppers");
    private static final Map<String, Integer> MOST = Map.of(
            "products", MakeDemoData.MOST_PRODUCTS,
            "offers", MakeDemoData.MOST_OFFERS,
            "slots", MakeDemoData.MOST_SLOTS,
            "shoppers", MakeDemoData.MOST_SHOPPERS);

    private final DemoWishes wishes;

    DemoDataController(DemoWishes wishes) {
        this.wishes = wishes;
    }

    @Needs(Duty.RUN)
    @GetMapping(PATH)
    ModelAndView form(@RequestParam(defaultValue = "false") boolean made) {
        return page(
                        DeskForm.of(Map.of("products", "100", "offers", "100", "slots", "4", "shoppers", "100"), 0),
                        HttpStatus.OK)
                .addObject("made", made);
    }

    @Needs(Duty.RUN)
    @PostMapping(PATH)
    ModelAndView make(@CurrentAccount SignedIn operator, HttpServletRequest request) {
        var form = DeskForm.of(request, FIELDS);
        var products = whole(form, "products");
        var offers = whole(form, "offers");
        var slots = whole(form, "slots");
        var shoppers = whole(form, "shoppers");
        if (form.errors().none() && offers > products * slots) {
            form.errors().reject("offers", "demo.data.too-many-offers", products * slots);
        }
        if (!form.errors().none()) {
            return page(form, HttpStatus.UNPROCESSABLE_CONTENT);
        }
        wishes.ask(operator, products, offers, slots, shoppers);
        return new ModelAndView("redirect:" + PATH + "?made=true");
    }

    private static int whole(DeskForm form, String field) {
        var text = form.value(field);
        var most = MOST.getOrDefault(field, 0);
        if (text.matches("\\d{1,4}") && Integer.parseInt(text) <= most) {
            return Integer.parseInt(text);
        }
        form.errors().reject(field, "demo.data.whole", most);
        return 0;
    }

    private static ModelAndView page(DeskForm form, HttpStatus status) {
        return new ModelAndView("demo/data", status).addObject("form", form);
    }
}
