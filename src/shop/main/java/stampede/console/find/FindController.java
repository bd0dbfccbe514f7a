package stampede.console.find;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;
import stampede.account.CurrentAccount;
import stampede.account.Duty;
import stampede.account.Needs;
import stampede.account.SignedIn;

/** The field in the head of every page of the console: whatever somebody reads out on the telephone leads to its page. */
@Controller
class FindController {

    private static final int LONGEST = 100;

    private final NumberFinder numbers;
    private final WordFinder words;

    FindController(NumberFinder numbers, WordFinder words) {
        this.numbers = numbers;
        this.words = words;
    }

    /** Leads to the page of what was meant, or shows what it may be; without anything, what can be looked for. */
    @Needs(Duty.SEE)
    @GetMapping("/console/find")
    ModelAndView find(@RequestParam(defaultValue = "") String q, @CurrentAccount SignedIn operator, Locale language) {
        var text = q.strip();
        if (text.isEmpty() || text.length() > LONGEST) {
            return page(text.isEmpty() ? "" : text.substring(0, LONGEST), List.of());
        }
        return numbers.page(text, operator)
                .map(path -> new ModelAndView("redirect:" + path))
                .orElseGet(() -> {
                    var hits = words.hits(text, operator, language);
                    return hits.size() == 1
                            ? new ModelAndView("redirect:" + hits.get(0).path())
                            : page(text, hits);
                });
    }

    private static ModelAndView page(String text, List<FindHit> hits) {
        return new ModelAndView("console/find")
                .addObject("text", text)
                .addObject(
                        "kinds",
                        hits.stream()
                                .collect(
                                        Collectors.groupingBy(FindHit::kind, LinkedHashMap::new, Collectors.toList())));
    }
}
