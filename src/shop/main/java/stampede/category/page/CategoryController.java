package stampede.category.page;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import java.util.Optional;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.ModelAndView;
import stampede.account.CurrentAccount;
import stampede.account.Duty;
import stampede.account.Needs;
import stampede.account.SignedIn;
import stampede.catalog.CategoryId;
import stampede.category.Categories;
import stampede.category.Category;
import stampede.category.CategoryActs;
import stampede.category.CategoryFields;
import stampede.category.CategoryRefusal;
import stampede.category.CategoryRefused;
import stampede.category.CategoryTree;
import stampede.desk.DeskForm;
import stampede.desk.EditConflict;

/** The tree of categories, and a page for each. */
@Controller
class CategoryController {

    private static final String PATH = "/console/categories";

    private final Categories categories;
    private final CategoryActs acts;

    CategoryController(Categories categories, CategoryActs acts) {
        this.categories = categories;
        this.acts = acts;
    }

    /** All of them; {@code done} says what was just done. */
    @Needs(Duty.SEE)
    @GetMapping(PATH)
    ModelAndView list(@RequestParam Optional<Done> done) {
        var page = new ModelAndView("categories/categories")
                .addObject("tree", categories.tree())
                .addObject("products", categories.countProducts());
        done.ifPresent(act -> page.addObject("done", act));
        return page;
    }

    /** The form of a new one; a link may name the one that it is to be in. */
    @Needs(Duty.RUN)
    @GetMapping(PATH + "/new")
    ModelAndView blank(@RequestParam(defaultValue = "") String parent) {
        return blank(DeskForm.of(Map.of(CategoryFields.PARENT, parent), 0));
    }

    @Needs(Duty.RUN)
    @PostMapping(PATH)
    ModelAndView add(@CurrentAccount SignedIn operator, HttpServletRequest request) {
        var form = DeskForm.of(request, CategoryFields.NAMES);
        try {
            acts.add(operator, fields(form));
            return done(Done.ADDED);
        } catch (CategoryRefused refused) {
            return refused(blank(form), form, refused);
        }
    }

    @Needs(Duty.SEE)
    @GetMapping(PATH + "/{category}")
    ModelAndView show(@PathVariable String category) {
        var tree = categories.tree();
        var found = find(tree, category);
        return page(found, DeskForm.of(tree.fields(found), found.version()));
    }

    /** Whoever saw another version is shown both: 409. */
    @Needs(Duty.RUN)
    @PostMapping(PATH + "/{category}")
    ModelAndView save(@CurrentAccount SignedIn operator, @PathVariable String category, HttpServletRequest request) {
        var found = find(categories.tree(), category);
        var form = DeskForm.of(request, CategoryFields.NAMES);
        try {
            var saved = acts.change(operator, found.id(), form.version(), fields(form));
            return done(saved.version() == form.version() ? Done.UNCHANGED : Done.SAVED);
        } catch (CategoryRefused refused) {
            if (refused.reason() == CategoryRefusal.CATEGORY_CHANGED) {
                var tree = categories.tree();
                var now = find(tree, category);
                throw new EditConflict(PATH + "/" + category, "category.field", form, tree.fields(now), now.version());
            }
            return refused(page(found, form), form, refused);
        }
    }

    /** One place up or down among those beside it. */
    @Needs(Duty.RUN)
    @PostMapping(PATH + "/{category}/move")
    ModelAndView move(@CurrentAccount SignedIn operator, @PathVariable String category, @RequestParam Move act) {
        var found = find(categories.tree(), category);
        if (act == Move.UP) {
            acts.moveUp(operator, found.id());
        } else {
            acts.moveDown(operator, found.id());
        }
        return new ModelAndView("redirect:" + PATH + "?done=" + Done.MOVED + "#row-" + found.id());
    }

    @Needs(Duty.RUN)
    @PostMapping(PATH + "/{category}/removal")
    ModelAndView remove(@CurrentAccount SignedIn operator, @PathVariable String category) {
        var tree = categories.tree();
        var found = find(tree, category);
        try {
            acts.remove(operator, found.id());
            return done(Done.REMOVED);
        } catch (CategoryRefused refused) {
            var page = page(found, DeskForm.of(tree.fields(found), found.version()))
                    .addObject("refused", refused.reason());
            page.setStatus(refused.reason().status());
            return page;
        }
    }

    private CategoryFields fields(DeskForm form) {
        return new CategoryFields(
                form.value(CategoryFields.NAME_ZH),
                form.value(CategoryFields.NAME_EN),
                categories.tree().parent(form.value(CategoryFields.PARENT)));
    }

    private ModelAndView blank(DeskForm form) {
        return new ModelAndView("categories/category-new")
                .addObject("form", form)
                .addObject("parents", categories.tree().top());
    }

    private ModelAndView page(Category category, DeskForm form) {
        return new ModelAndView("categories/category")
                .addObject("category", category)
                .addObject("form", form)
                .addObject(
                        "parents",
                        categories.tree().top().stream()
                                .filter(top -> !top.id().equals(category.id()))
                                .toList());
    }

    private static ModelAndView refused(ModelAndView page, DeskForm form, CategoryRefused refused) {
        form.errors()
                .reject(
                        refused.field().isEmpty() ? CategoryFields.NAME_ZH : refused.field(),
                        refused.reason().messageKey() + ".text");
        page.setStatus(refused.reason().status());
        return page;
    }

    /** What is no number is no category either. */
    private static Category find(CategoryTree tree, String id) {
        return Optional.of(id)
                .filter(text -> text.matches("[1-9]\\d{0,17}"))
                .flatMap(text -> tree.find(CategoryId.of(text)))
                .orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
    }

    private static ModelAndView done(Done done) {
        return new ModelAndView("redirect:" + PATH + "?done=" + done);
    }

    /** Where it is moved to. */
    enum Move {
        UP,
        DOWN
    }

    /** What was just done; its messages are {@code category.done.NAME}. */
    enum Done {
        ADDED,
        SAVED,
        UNCHANGED,
        MOVED,
        REMOVED
    }
}
