package stampede.product.page;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.springframework.context.i18n.LocaleContextHolder;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.ModelAndView;
import stampede.account.Scope;
import stampede.account.SignedIn;
import stampede.catalog.ProductId;
import stampede.catalog.ProductRecord;
import stampede.catalog.ProductState;
import stampede.category.Categories;
import stampede.category.Category;
import stampede.category.CategoryTree;
import stampede.desk.CsvDownload;
import stampede.desk.DeskForm;
import stampede.desk.EditConflict;
import stampede.desk.ListView;
import stampede.listing.ListField;
import stampede.listing.ListQuery;
import stampede.listing.ListSort;
import stampede.listing.ListSpec;
import stampede.product.ProductActs;
import stampede.product.ProductFields;
import stampede.product.ProductLine;
import stampede.product.ProductPictureActs;
import stampede.product.ProductRefusal;
import stampede.product.ProductRefused;
import stampede.product.ProductSearchRepository;
import stampede.site.ShopTimes;

/** What the pages of sellers and of operators share: all but their addresses and whose products they show. */
@Component
class ProductPages {

    private static final ListField TEXT = ListField.text("text");
    private static final ListField STATE = ListField.choice("state", "product.state.", ProductState.values());
    private static final List<ListSort> SORTS = List.of(ListSort.by("id", "p.id"));

    /** Those that an import knows, and then what only people read. */
    private static final List<String> HEADER = List.of(
            "sku",
            "name_zh",
            "name_en",
            "list_price",
            "category",
            "description_zh",
            "description_en",
            "seller",
            "state",
            "product");

    private final ProductActs acts;
    private final ProductPictureActs pictures;
    private final ProductSearchRepository search;
    private final Categories categories;
    private final CsvDownload download;
    private final ShopTimes times;

    ProductPages(
            ProductActs acts,
            ProductPictureActs pictures,
            ProductSearchRepository search,
            Categories categories,
            CsvDownload download,
            ShopTimes times) {
        this.acts = acts;
        this.pictures = pictures;
        this.search = search;
        this.categories = categories;
        this.download = download;
        this.times = times;
    }

    ModelAndView list(SignedIn account, String base, HttpServletRequest request) {
        var query = query(account, base, request);
        return new ModelAndView("products/products")
                .addObject("base", base)
                .addObject("all", isAll(account))
                .addObject("list", new ListView<>(query, search.page(Scope.of(account), query)));
    }

    void csv(SignedIn account, String base, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        var query = query(account, base, request);
        var tree = categories.tree();
        download.send(
                response,
                "products",
                HEADER,
                (most, line) -> search.forEach(Scope.of(account), query, most, row -> line.accept(cells(row, tree))));
    }

    ModelAndView blank(SignedIn account, String base) {
        return blank(account, base, DeskForm.of(Map.of(), 0));
    }

    /** Leads to the page of the new product, or shows the form once more with what is wrong. */
    ModelAndView add(SignedIn account, String base, HttpServletRequest request) {
        var form = DeskForm.of(request, fields(account));
        try {
            var added = acts.add(account, form.values());
            return new ModelAndView("redirect:" + base + "/" + added.id() + "?saved=new");
        } catch (ProductRefused refused) {
            return refused(blank(account, base, withProblems(form, refused)));
        }
    }

    ModelAndView show(SignedIn account, String base, String id, Optional<List<String>> saved) {
        var product = find(account, id);
        return show(account, base, product, DeskForm.of(acts.fields(account, product), product.version()))
                .addObject("isNew", saved.filter(List.of("new")::equals).isPresent())
                .addObject(
                        "saved",
                        saved.map(names -> names.stream()
                                        .filter(fields(account)::contains)
                                        .toList())
                                .orElse(null));
    }

    /** Leads to the page of the product, which says what changed, or shows the form once more. */
    ModelAndView save(SignedIn account, String base, String id, HttpServletRequest request) {
        var product = find(account, id);
        var form = DeskForm.of(request, fields(account));
        try {
            var changed = acts.change(account, product.id(), form.version(), form.values());
            return new ModelAndView("redirect:" + base + "/" + id + "?saved="
                    + (changed.isEmpty() ? "nothing" : String.join(",", changed)));
        } catch (ProductRefused refused) {
            if (refused.reason() == ProductRefusal.PRODUCT_CHANGED) {
                var now = find(account, id);
                throw new EditConflict(
                        base + "/" + id, "product.field", form, acts.fields(account, now), now.version());
            }
            return refused(show(account, base, product, withProblems(form, refused)));
        }
    }

    ModelAndView changeState(SignedIn account, String base, String id, boolean isRetired) {
        var product = find(account, id).id();
        if (isRetired) {
            acts.retire(account, product);
        } else {
            acts.restore(account, product);
        }
        return new ModelAndView("redirect:" + base + "/" + id);
    }

    /** As shoppers see it, in both languages. */
    ModelAndView preview(SignedIn account, String base, String id) {
        return new ModelAndView("products/preview")
                .addObject("base", base)
                .addObject("product", find(account, id))
                .addObject("languages", List.of(Locale.CHINESE, Locale.ENGLISH));
    }

    /** The page of the product once more, for what its pictures need. */
    ModelAndView again(SignedIn account, String base, String id) {
        return show(account, base, id, Optional.empty());
    }

    /** What is no number is no product either. */
    ProductId id(SignedIn account, String id) {
        return find(account, id).id();
    }

    private ProductRecord find(SignedIn account, String id) {
        try {
            return acts.find(
                    account, new ProductId(id.matches("[1-9]\\d{0,17}") ? Long.parseLong(id) : Long.MAX_VALUE));
        } catch (ProductRefused none) {
            throw new ResponseStatusException(HttpStatus.NOT_FOUND);
        }
    }

    private ModelAndView blank(SignedIn account, String base, DeskForm form) {
        return new ModelAndView("products/product-new")
                .addObject("base", base)
                .addObject("categories", choices(form))
                .addObject("all", isAll(account))
                .addObject("form", form);
    }

    private ModelAndView show(SignedIn account, String base, ProductRecord product, DeskForm form) {
        return new ModelAndView("products/product")
                .addObject("base", base)
                .addObject("all", isAll(account))
                .addObject("product", product)
                .addObject("pictures", pictures.of(account, product.id()))
                .addObject("categories", choices(form))
                .addObject("form", form);
    }

    private static ModelAndView refused(ModelAndView page) {
        page.setStatus(HttpStatus.UNPROCESSABLE_CONTENT);
        return page;
    }

    private static DeskForm withProblems(DeskForm form, ProductRefused refused) {
        refused.problems()
                .forEach(problem -> form.errors().reject(problem.field(), problem.message(), problem.arguments()));
        return form;
    }

    private static List<String> fields(SignedIn account) {
        var fields = new ArrayList<>(ProductFields.NAMES);
        if (isAll(account)) {
            fields.add(ProductFields.SELLER);
        }
        return fields;
    }

    private ListQuery query(SignedIn account, String base, HttpServletRequest request) {
        var category = ListField.named("category", labels(one -> one.id().toString()));
        var fields = isAll(account)
                ? List.of(TEXT, ListField.text("seller"), category, STATE)
                : List.of(TEXT, category, STATE);
        return ListQuery.of(new ListSpec(base, "product.list", fields, SORTS), request.getParameterMap(), times.zone());
    }

    /** By path, with what was typed in although there is none of that path. */
    private Map<String, String> choices(DeskForm form) {
        var tree = categories.tree();
        var choices = labels(tree::path);
        var chosen = form.value(ProductFields.CATEGORY);
        if (!chosen.isEmpty()) {
            choices.putIfAbsent(chosen, chosen);
        }
        return choices;
    }

    /** All categories in their order, as the reader calls them. */
    private Map<String, String> labels(Function<Category, String> key) {
        var tree = categories.tree();
        var labels = new LinkedHashMap<String, String>();
        tree.all().forEach(one -> labels.put(key.apply(one), tree.label(one, LocaleContextHolder.getLocale())));
        return labels;
    }

    private static boolean isAll(SignedIn account) {
        return Scope.of(account).only().isEmpty();
    }

    private static Object[] cells(ProductLine line, CategoryTree categories) {
        var details = line.product().details();
        return new Object[] {
            details.sku(),
            details.nameZh(),
            details.nameEn(),
            details.listPrice().yuan(),
            categories.path(details.category()),
            details.descriptionZh(),
            details.descriptionEn(),
            line.seller(),
            line.product().state(),
            "product:" + line.product().id()
        };
    }
}
