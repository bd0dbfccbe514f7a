package stampede.product;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import stampede.catalog.CategoryId;
import stampede.catalog.ProductDetails;
import stampede.category.Category;
import stampede.category.CategoryTree;
import stampede.money.Money;

/** What is written about a product, field by field as people and files write it, and what is wrong with it. */
public final class ProductFields {

    public static final String NAME_ZH = "nameZh";
    public static final String NAME_EN = "nameEn";
    public static final String LIST_PRICE = "listPrice";
    public static final String SKU = "sku";

    /** A path by names, such as {@code 茶具/茶壶}; empty for none. */
    public static final String CATEGORY = "category";

    public static final String DESCRIPTION_ZH = "descriptionZh";
    public static final String DESCRIPTION_EN = "descriptionEn";

    /** Operators say whose it is: a seller's username; the shop's own if it is empty. */
    public static final String SELLER = "seller";

    /** Those that everybody has, long ones last, so that the audit log shows the others first. */
    public static final List<String> NAMES =
            List.of(NAME_ZH, NAME_EN, LIST_PRICE, SKU, CATEGORY, DESCRIPTION_ZH, DESCRIPTION_EN);

    private static final int LONGEST_NAME = 120;
    private static final int LONGEST_SKU = 64;
    /** So that two of them fit into a form, whose Chinese letters are nine bytes each. */
    private static final int LONGEST_DESCRIPTION = 3_000;

    private static final Money HIGHEST = Money.ofYuan("10000000");

    private ProductFields() {}

    /** The fields of what is written about a product. */
    public static Map<String, String> of(ProductDetails details, CategoryTree categories) {
        var fields = new LinkedHashMap<String, String>();
        fields.put(NAME_ZH, details.nameZh());
        fields.put(NAME_EN, details.nameEn());
        fields.put(LIST_PRICE, details.listPrice().yuan());
        fields.put(SKU, details.sku());
        fields.put(CATEGORY, categories.path(details.category()));
        fields.put(DESCRIPTION_ZH, details.descriptionZh());
        fields.put(DESCRIPTION_EN, details.descriptionEn());
        return fields;
    }

    /**
     * Reads the fields; those that are missing are empty.
     *
     * @param categories that there are
     * @param sanitiser leaves of a description what is harmless
     */
    public static Checked read(Map<String, String> fields, CategoryTree categories, UnaryOperator<String> sanitiser) {
        var problems = new ArrayList<ProductProblem>();
        var nameZh = line(fields, NAME_ZH, LONGEST_NAME, problems);
        var nameEn = line(fields, NAME_EN, LONGEST_NAME, problems);
        if (nameZh.isEmpty() && nameEn.isEmpty()) {
            problems.add(ProductProblem.of(NAME_ZH, "name"));
        }
        var price = price(fields.getOrDefault(LIST_PRICE, ""));
        if (price.isEmpty()) {
            problems.add(ProductProblem.of(LIST_PRICE, "price"));
        }
        var sku = line(fields, SKU, LONGEST_SKU, problems);
        var category = category(fields.getOrDefault(CATEGORY, "").strip(), categories, problems);
        var descriptionZh = description(fields, DESCRIPTION_ZH, problems);
        var descriptionEn = description(fields, DESCRIPTION_EN, problems);
        return problems.isEmpty()
                ? new Checked(
                        Optional.of(new ProductDetails(
                                nameZh,
                                nameEn,
                                sanitiser.apply(descriptionZh),
                                sanitiser.apply(descriptionEn),
                                price.orElseThrow(),
                                sku,
                                category)),
                        problems)
                : new Checked(Optional.empty(), problems);
    }

    private static String line(Map<String, String> fields, String name, int longest, List<ProductProblem> problems) {
        var text = fields.getOrDefault(name, "").strip();
        if (text.length() > longest) {
            problems.add(ProductProblem.of(name, "long", longest));
        } else if (text.chars().anyMatch(Character::isISOControl)) {
            problems.add(ProductProblem.of(name, "signs"));
        }
        return text;
    }

    private static Optional<CategoryId> category(
            String written, CategoryTree categories, List<ProductProblem> problems) {
        if (written.isEmpty()) {
            return Optional.empty();
        }
        var meant = categories.find(written);
        if (meant.size() != 1) {
            problems.add(ProductProblem.of(CATEGORY, meant.isEmpty() ? "category" : "category.many"));
        }
        return meant.stream().findFirst().map(Category::id);
    }

    /** Text without a mark of HTML gets its paragraphs and lines. */
    private static String description(Map<String, String> fields, String name, List<ProductProblem> problems) {
        var text = fields.getOrDefault(name, "").replace("\r\n", "\n").strip();
        if (text.length() > LONGEST_DESCRIPTION) {
            problems.add(ProductProblem.of(name, "long", LONGEST_DESCRIPTION));
            return "";
        }
        return text.isEmpty() || text.contains("<")
                ? text
                : "<p>" + text.replaceAll("\n{2,}", "</p>\n<p>").replaceAll("(?<!>)\n", "<br>\n") + "</p>";
    }

    /** As people write it: 99, 99.90, ¥1,299.00, also in wide digits. */
    private static Optional<Money> price(String written) {
        var text = Normalizer.normalize(written, Normalizer.Form.NFKC).strip();
        if (text.length() > 20) {
            return Optional.empty();
        }
        var plain = text.replaceFirst("^[¥$]?\\s*", "").replaceFirst("元$", "").strip();
        var amount = plain.matches("\\d{1,3}(?:,\\d{3})+(?:\\.\\d{1,2})?") ? plain.replace(",", "") : plain;
        return text.startsWith("$") || !amount.matches("\\d{1,8}(?:\\.\\d{1,2})?")
                ? Optional.empty()
                : Optional.of(Money.ofYuan(amount)).filter(price -> price.fen() > 0 && price.compareTo(HIGHEST) <= 0);
    }

    /**
     * What was read.
     *
     * @param details with descriptions sanitised; empty if something is wrong
     * @param problems what is wrong
     */
    public record Checked(Optional<ProductDetails> details, List<ProductProblem> problems) {

        public Checked {
            problems = List.copyOf(problems);
        }
    }
}
