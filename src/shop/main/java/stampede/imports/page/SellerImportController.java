package stampede.imports.page;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.servlet.ModelAndView;
import stampede.account.CurrentAccount;
import stampede.account.SignedIn;
import stampede.imports.CheckedLine;

/** Files of the seller who is signed in. */
@Controller
class SellerImportController {

    private static final String PATH = "/seller/imports";

    private final ImportPages pages;
    private final ImportFilePages files;
    private final TakeBackPages takeBacks;

    SellerImportController(ImportPages pages, ImportFilePages files, TakeBackPages takeBacks) {
        this.pages = pages;
        this.files = files;
        this.takeBacks = takeBacks;
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
            @RequestParam(defaultValue = "") String text,
            @RequestParam(required = false) @Nullable MultipartFile file)
            throws IOException {
        return file == null ? pages.read(account, PATH, kind, text) : pages.read(account, PATH, kind, file);
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

    @GetMapping(PATH + "/{importId}/errors.csv")
    void errors(
            @CurrentAccount SignedIn account,
            @PathVariable String importId,
            Locale locale,
            HttpServletResponse response)
            throws IOException {
        files.errors(account, importId, locale, response);
    }

    @GetMapping(PATH + "/{importId}/take-back")
    ModelAndView askTakeBack(@CurrentAccount SignedIn account, @PathVariable String importId, Locale locale) {
        return takeBacks.ask(account, PATH, importId, locale);
    }

    @PostMapping(PATH + "/{importId}/take-back")
    ModelAndView takeBack(
            @CurrentAccount SignedIn account,
            @PathVariable String importId,
            Locale locale,
            HttpServletRequest request) {
        return takeBacks.takeBack(account, PATH, importId, locale, request);
    }

    @GetMapping(PATH + "/kinds/{kind}")
    ModelAndView columns(@CurrentAccount SignedIn account, @PathVariable String kind) {
        return files.columns(account, PATH, kind);
    }

    @GetMapping(PATH + "/kinds/{kind}/template.csv")
    void template(@CurrentAccount SignedIn account, @PathVariable String kind, HttpServletResponse response)
            throws IOException {
        files.template(account, kind, response);
    }
}
