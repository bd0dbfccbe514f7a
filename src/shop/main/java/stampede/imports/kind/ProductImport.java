package stampede.imports.kind;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import stampede.account.SignedIn;
import stampede.draft.PlacedOfferRepository;
import stampede.imports.CheckedLine;
import stampede.imports.ImportChange;
import stampede.imports.ImportColumn;
import stampede.imports.ImportKind;
import stampede.imports.ImportLine;
import stampede.imports.ImportProblem;
import stampede.imports.TakeBack;
import stampede.product.ProductActs;
import stampede.product.ProductFields;
import stampede.product.ProductProblem;
import stampede.product.ProductRows;

/** Products by their seller's own key: new ones are made, others changed where a cell says something else. */
@Component
@Order(1)
class ProductImport implements ImportKind {

    private static final String SKU = "sku";
    private static final int LONGEST_NAME = 120;
    private static final int LONGEST_DESCRIPTION = 3_000;

    /** What a column is called where products are written. */
    private static final Map<String, String> FIELDS = Map.of(
            SKU,
            ProductFields.SKU,
            "name_zh",
            ProductFields.NAME_ZH,
            "name_en",
            ProductFields.NAME_EN,
            "list_price",
            ProductFields.LIST_PRICE,
            "category",
            ProductFields.CATEGORY,
            "description_zh",
            ProductFields.DESCRIPTION_ZH,
            "description_en",
            ProductFields.DESCRIPTION_EN,
            ImportColumn.SELLER,
            ProductFields.SELLER);

    private final ProductRows products;
    private final ProductActs acts;
    private final PlacedOfferRepository offers;

    ProductImport(ProductRows products, ProductActs acts, PlacedOfferRepository offers) {
        this.products = products;
        this.acts = acts;
        this.offers = offers;
    }

    @Override
    public String name() {
        return "products";
    }

    @Override
    public List<ImportColumn> columns() {
        return List.of(
                ImportColumn.required(SKU, 64, "TP-1", "item number", "货号", "商品编号", "商家编码"),
                ImportColumn.optional("name_zh", LONGEST_NAME, "青瓷茶壶", "chinese name", "中文名称", "商品名称", "名称"),
                ImportColumn.optional("name_en", LONGEST_NAME, "Celadon teapot", "english name", "英文名称", "name"),
                ImportColumn.required("list_price", 20, "129.90", "price", "原价", "价格", "市场价"),
                ImportColumn.optional("category", 130, "茶具/茶壶", "类目", "分类", "商品分类"),
                ImportColumn.optional("description_zh", LONGEST_DESCRIPTION, "手工拉坯", "中文介绍", "中文描述", "介绍", "描述"),
                ImportColumn.optional(
                        "description_en", LONGEST_DESCRIPTION, "Thrown by hand", "英文介绍", "英文描述", "description"));
    }

    /** Two sellers may have the same key. */
    @Override
    public String key(ImportLine line) {
        return line.cell(ImportColumn.SELLER).orElse("") + "\n" + line.required(SKU);
    }

    @Override
    public List<CheckedLine> check(SignedIn by, List<ImportLine> lines) {
        return lines.stream().map(line -> check(by, line)).toList();
    }

    @Override
    public long apply(SignedIn by, ImportLine line) {
        return products.apply(by, fields(line));
    }

    @Override
    public TakeBack takeBack() {
        return new ProductTakeBack(this, acts, offers);
    }

    private CheckedLine check(SignedIn by, ImportLine line) {
        var outlook = products.look(by, fields(line));
        if (!outlook.problems().isEmpty()) {
            return CheckedLine.cannot(
                    line,
                    outlook.problems().stream().map(ProductImport::problem).toList());
        }
        var changes = outlook.changes().stream()
                .map(change -> new ImportChange(column(change.field()), change.before(), change.after()))
                .toList();
        var state = !outlook.isThere()
                ? CheckedLine.State.NEW
                : changes.isEmpty() ? CheckedLine.State.UNCHANGED : CheckedLine.State.CHANGED;
        return CheckedLine.can(line, state, changes);
    }

    private static Map<String, String> fields(ImportLine line) {
        var fields = new LinkedHashMap<String, String>();
        line.cells().forEach((column, cell) -> {
            var field = FIELDS.get(column);
            if (field != null) {
                fields.put(field, cell);
            }
        });
        return fields;
    }

    private static ImportProblem problem(ProductProblem problem) {
        return new ImportProblem(
                column(problem.field()),
                problem.message(),
                problem.values().stream().map(String::valueOf).toList());
    }

    private static String column(String field) {
        return FIELDS.entrySet().stream()
                .filter(each -> each.getValue().equals(field))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse("");
    }
}
