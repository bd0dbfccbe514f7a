package stampede.imports.page;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.springframework.core.env.Environment;
import org.springframework.core.env.Profiles;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.ModelAndView;
import stampede.account.Role;
import stampede.account.Scope;
import stampede.account.SignedIn;
import stampede.imports.CheckedLine;
import stampede.imports.ImportBatch;
import stampede.imports.ImportRefused;
import stampede.imports.Imports;
import stampede.imports.TakeBacks;

/** What the pages of sellers and of operators share: all but their addresses and whose imports they show. */
@Component
class ImportPages {

    private static final int FILES = 50;
    private static final int ROWS = 100;

    /** The name of what was typed or pasted. */
    private static final String PASTED = "pasted.csv";

    /** Where what a row made has its page, below the console's or the seller's first address. */
    private static final Map<String, String> THINGS = Map.of(
            "products", "/products/", "offers", "/offers/drafts/", "shipments", "/orders/", "coupons", "/coupons/");

    private final Imports imports;
    private final TakeBacks takeBacks;
    private final boolean demo;

    ImportPages(Imports imports, TakeBacks takeBacks, Environment environment) {
        this.imports = imports;
        this.takeBacks = takeBacks;
        this.demo = environment.acceptsProfiles(Profiles.of("demo"));
    }

    /**
     * @param base the address of this list
     * @param kind what is in the file that is to be sent, as far as it is known
     */
    ModelAndView list(SignedIn account, String base, Optional<Long> before, String kind) {
        return list(account, base, before, Map.of("kind", kind));
    }

    /** The page of the file that was read, or the list once more with what was pasted and what is wrong with it. */
    ModelAndView read(SignedIn account, String base, String kind, String text) {
        return read(account, base, kind, PASTED, text.getBytes(StandardCharsets.UTF_8), text);
    }

    /** The same of a file that was chosen, which the browser does not choose again. */
    ModelAndView read(SignedIn account, String base, String kind, MultipartFile file) throws IOException {
        try (var bytes = file.getInputStream()) {
            // One byte more than there may be tells that it is too long, without reading what comes behind.
            return read(account, base, kind, name(file), bytes.readNBytes(Imports.LONGEST_FILE + 1), "");
        }
    }

    private ModelAndView read(
            SignedIn account, String base, String kind, String fileName, byte[] bytes, String pasted) {
        try {
            var batch = imports.read(account, kind, fileName, bytes);
            return new ModelAndView("redirect:" + base + "/" + batch.id());
        } catch (ImportRefused refused) {
            var page = list(
                    account,
                    base,
                    Optional.empty(),
                    Map.of("kind", kind, "text", pasted, "file", pasted.isEmpty() ? fileName : "", "refused", refused));
            page.setStatus(HttpStatus.valueOf(refused.reason().status().value()));
            return page;
        }
    }

    ModelAndView show(SignedIn account, String base, String id, Optional<CheckedLine.State> state, int after) {
        var batch = find(account, id);
        var rows = imports.rows(batch, state, after, ROWS);
        return new ModelAndView("imports/import")
                .addObject("base", base)
                .addObject("batch", batch)
                .addObject("counts", imports.count(batch))
                .addObject("mayTakeBack", takeBacks.refusal(batch).isEmpty())
                .addObject("things", THINGS.get(batch.kind()))
                .addObject("columns", imports.columns(account, batch.kind()))
                .addObject("state", state.orElse(null))
                .addObject("states", CheckedLine.State.values())
                .addObject("rows", rows)
                .addObject(
                        "next",
                        rows.size() == ROWS
                                ? rows.get(ROWS - 1).checked().line().number()
                                : 0);
    }

    /** The page of the file, with why it cannot be applied if it cannot. */
    ModelAndView apply(SignedIn account, String base, String id, boolean allOrNone) {
        try {
            imports.apply(account, find(account, id).id(), allOrNone);
            return new ModelAndView("redirect:" + base + "/" + id);
        } catch (ImportRefused refused) {
            return refused(account, base, id, refused);
        }
    }

    /** The page of the file, with why something cannot be done to it. */
    ModelAndView refused(SignedIn account, String base, String id, ImportRefused refused) {
        var page = show(account, base, id, Optional.empty(), 0).addObject("refused", refused);
        page.setStatus(HttpStatus.valueOf(refused.reason().status().value()));
        return page;
    }

    private ModelAndView list(SignedIn account, String base, Optional<Long> before, Map<String, Object> form) {
        var batches = imports.newest(Scope.of(account), before.orElse(Long.MAX_VALUE), FILES);
        return new ModelAndView("imports/imports")
                .addObject("base", base)
                .addObject("batches", batches)
                .addObject("kinds", imports.kinds())
                .addObject("demo", demo && account.role() == Role.OPERATOR)
                .addObject("kind", form.getOrDefault("kind", ""))
                .addObject("text", form.getOrDefault("text", ""))
                .addObject("file", form.getOrDefault("file", ""))
                .addObject("refused", form.get("refused"))
                .addObject(
                        "next", batches.size() == FILES ? batches.get(FILES - 1).id() : 0);
    }

    /** What is no number is no import either. */
    ImportBatch find(SignedIn account, String id) {
        try {
            return imports.find(Scope.of(account), id.matches("\\d{1,18}") ? Long.parseLong(id) : 0);
        } catch (ImportRefused none) {
            throw new ResponseStatusException(HttpStatus.NOT_FOUND);
        }
    }

    private static String name(MultipartFile file) {
        var name = file.getOriginalFilename();
        return name == null || name.isBlank() ? PASTED : name;
    }
}
