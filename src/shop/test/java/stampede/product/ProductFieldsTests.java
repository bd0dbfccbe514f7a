package stampede.product;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import stampede.category.CategoryTree;
import stampede.money.Money;

/** What people type into the fields of a product. */
class ProductFieldsTests {

    private static final CategoryTree NONE = new CategoryTree(List.of());

    @ParameterizedTest
    @CsvSource({"99, 9900", "99.9, 9990", "'¥1,299.00', 129900", "１２．５０, 1250", "88元, 8800", "￥0.01, 1"})
    void readsPricesAsPeopleWriteThem(String written, long fen) {
        assertThat(read(Map.of("nameZh", "壶", "listPrice", written))
                        .details()
                        .orElseThrow()
                        .listPrice())
                .isEqualTo(new Money(fen));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "9,9", "-1", "$5", "1.999", "1e3", "100000000", "12,34.00"})
    void refusesWhatIsNoPrice(String written) {
        assertThat(read(Map.of("nameZh", "壶", "listPrice", written)).problems())
                .extracting(ProductProblem::field)
                .containsExactly("listPrice");
    }

    @Test
    void namesEachFieldThatIsWrong() {
        var checked = read(Map.of(
                "nameEn", "x".repeat(121), "listPrice", "1", "sku", "a\u0000b", "descriptionZh", "长".repeat(3_001)));

        assertThat(checked.details()).isEmpty();
        assertThat(checked.problems())
                .extracting(ProductProblem::field)
                .containsExactly("nameEn", "sku", "descriptionZh");
    }

    @Test
    void givesPlainTextItsParagraphsAndLeavesHtmlAlone() {
        var details = read(Map.of(
                        "nameEn",
                        "Pot",
                        "listPrice",
                        "1",
                        "descriptionZh",
                        "第一行\r\n第二行\r\n\r\n新的一段",
                        "descriptionEn",
                        "<p>One</p>\n<p>Two</p>"))
                .details()
                .orElseThrow();

        assertThat(details.descriptionZh()).isEqualTo("<p>第一行<br>\n第二行</p>\n<p>新的一段</p>");
        assertThat(details.descriptionEn()).isEqualTo("<p>One</p>\n<p>Two</p>");
    }

    @Test
    void whatWasReadIsReadAgainAsItIs() {
        var details = read(Map.of(
                        "nameZh", "壶", "nameEn", "Pot", "listPrice", "1,000.5", "sku", "P-1", "descriptionZh", "好"))
                .details()
                .orElseThrow();

        assertThat(read(ProductFields.of(details, NONE)).details()).contains(details);
    }

    private static ProductFields.Checked read(Map<String, String> fields) {
        return ProductFields.read(fields, NONE, UnaryOperator.identity());
    }
}
