package stampede.imports.page;

import java.util.Optional;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;
import stampede.account.CurrentAccount;
import stampede.account.SignedIn;
import stampede.imports.CheckedLine;

/** Files of the seller who is signed in. */
@Controller
class SellerImportController {

    private static final String PATH = "/seller/imports";

    private final ImportPages pages;

    SellerImportController(ImportPages pages) {
        this.pages = pages;
    }

    @GetMapping(PATH)
    ModelAndView imports(
            @CurrentAccount SignedIn account,
            @RequestParam Optional<Long> before,
            @RequestParam(defaultValue = "") String kind) {
        return pages.list(account, PATH, before, kind);
    }

    @PostMapping(PATH)
    ModelAndView read(
            @CurrentAccount SignedIn account,
            @RequestParam(defaultValue = "") String kind,
            @RequestParam(defaultValue = "") String text) {
        return pages.read(account, PATH, kind, text);
    }

    @GetMapping(PATH + "/{importId}")
    ModelAndView show(
            @CurrentAccount SignedIn account,
            @PathVariable String importId,
            @RequestParam Optional<CheckedLine.State> state,
            @RequestParam(defaultValue = "0") int after) {
        return pages.show(account, PATH, importId, state, after);
    }

    @PostMapping(PATH + "/{importId}/apply")
    ModelAndView apply(
            @CurrentAccount SignedIn account,
            @PathVariable String importId,
            @RequestParam(defaultValue = "false") boolean allOrNone) {
        return pages.apply(account, PATH, importId, allOrNone);
    }
}
