package stampede.imports;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.google.common.primitives.Bytes;
import java.nio.charset.Charset;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;
import stampede.StampedeTest;
import stampede.account.SignedIn;
import stampede.catalog.Catalog;
import stampede.catalog.ProductId;
import stampede.draft.DraftDesk;
import stampede.ids.Ids;
import stampede.payment.PaidOrders;

/** What the world's spreadsheets write, of each kind: taken, or refused with the row, the column and what to do. */
@StampedeTest
class ImportCorpusTests {

    private static final Charset GB18030 = Charset.forName("GB18030");
    private static final byte[] MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    @Autowired
    private Imports imports;

    @Autowired
    private DraftDesk desk;

    @Autowired
    private PaidOrders paidOrders;

    @Autowired
    private Catalog catalog;

    @Autowired
    private JdbcTemplate jdbc;

    @Autowired
    private Ids ids;

    private SignedIn seller;

    @BeforeEach
    void somebody() {
        seller = desk.seller();
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void whateverItsFormIsAFileSaysTheSame(Kind kind) {
        var row = kind.row(this);
        var english = kind.english.split(",");
        var chinese = kind.chinese.split(",");

        for (var separator : List.of(",", ";", "\t")) {
            var text = String.join(separator, english) + "\r\n" + String.join(separator, row) + "\r\n";
            taken(kind, text.getBytes(UTF_8), separator);
            taken(kind, Bytes.concat(MARK, text.getBytes(UTF_8)), "a mark in front, and " + separator);
        }
        var inChinese = String.join(",", chinese) + "\n" + String.join(",", row) + "\n";
        taken(kind, inChinese.getBytes(UTF_8), "headings in Chinese");
        taken(kind, inChinese.getBytes(GB18030), "GB18030");
        taken(kind, quoted(english, row).getBytes(UTF_8), "quotes, and a line end inside");
        taken(
                kind,
                (String.join(",", english).toUpperCase(Locale.ROOT) + "\n" + String.join(",", row) + "\n\n,,\n \n")
                        .getBytes(UTF_8),
                "capitals, and empty lines at the end");
        taken(
                kind,
                full(String.join(",", english) + "\n" + String.join(",", row), row)
                        .getBytes(UTF_8),
                "wide digits");
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void whatIsNoFileOfItsKindSaysWhatItIs(Kind kind) {
        var row = String.join(",", kind.row(this));

        assertThat(refusal(kind, "colour,size\nred,XL\n".getBytes(UTF_8)).reason())
                .isEqualTo(ImportRefusal.MISSING_COLUMN);
        assertThat(refusal(kind, new byte[] {'P', 'K', 3, 4, 20, 0, 6, 0}).reason())
                .isEqualTo(ImportRefusal.EXCEL_FILE);
        assertThat(refusal(kind, new byte[2_100_000]).reason()).isEqualTo(ImportRefusal.FILE_TOO_LARGE);
        var rows = kind.english + "\n"
                + IntStream.range(0, 5_001).mapToObj(i -> row).collect(Collectors.joining("\n"));
        if (rows.length() < ImportFileReader.LONGEST) {
            assertThat(refusal(kind, rows.getBytes(UTF_8)).reason()).isEqualTo(ImportRefusal.TOO_MANY_ROWS);
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void aRowThatIsThereTwiceOrCannotBeReadIsNamed(Kind kind) {
        var row = String.join(",", kind.row(this));

        var twice = read(kind, (kind.english + "\n" + row + "\n" + row + "\n").getBytes(UTF_8));
        assertThat(problems(twice)).singleElement().asString().startsWith("3 ").endsWith("imports.problem.twice [2]");

        var bad = read(kind, (kind.english + "\n" + String.join(",", kind.bad(this)) + "\n").getBytes(UTF_8));
        assertThat(problems(bad)).containsExactly(kind.said.split("; "));
        var missing = read(kind, (kind.english + "\n" + row.replaceFirst("^[^,]*", "") + "\n").getBytes(UTF_8));
        assertThat(problems(missing))
                .containsExactly("2 " + kind.english.replaceFirst(",.*", "") + " imports.problem.missing []");
    }

    private void taken(Kind kind, byte[] bytes, String how) {
        var batch = read(kind, bytes);
        assertThat(problems(batch)).as(how).isEmpty();
        assertThat(imports.count(batch).of(CheckedLine.State.NEW)).as(how).isEqualTo(1);
        assertThat(imports.rows(batch, Optional.empty(), 0, 2)
                        .get(0)
                        .checked()
                        .line()
                        .number())
                .as(how)
                .isEqualTo(2);
    }

    private ImportBatch read(Kind kind, byte[] bytes) {
        return imports.read(seller, kind.name().toLowerCase(Locale.ROOT), "a.csv", bytes);
    }

    private ImportRefused refusal(Kind kind, byte[] bytes) {
        return assertThatExceptionOfType(ImportRefused.class)
                .isThrownBy(() -> read(kind, bytes))
                .actual();
    }

    private List<String> problems(ImportBatch batch) {
        var said = new ArrayList<String>();
        imports.rows(batch, Optional.of(CheckedLine.State.CANNOT), 0, 10)
                .forEach(row -> row.checked()
                        .problems()
                        .forEach(problem -> said.add(row.checked().line().number() + " " + problem.column() + " "
                                + problem.message() + " " + problem.values())));
        return said;
    }

    /** All cells in quotes, with a column of words that has a quote, a separator and a line end in it, which nobody knows. */
    private static String quoted(String[] heading, String[] row) {
        return "\"" + String.join("\",\"", heading) + "\",\"Remark\"\r\n\"" + String.join("\",\"", row)
                + "\",\"a \"\"b\"\", c\r\nd\"\r\n";
    }

    /** The last cell with wide digits. */
    private static String full(String text, String[] row) {
        var last = row[row.length - 1];
        var wide = last.chars()
                .mapToObj(sign -> Character.toString(sign >= '0' && sign <= '9' ? sign - '0' + '０' : sign))
                .collect(Collectors.joining());
        return text.substring(0, text.length() - last.length()) + wide;
    }

    private String opens() {
        return desk.slot(Duration.ofHours(4))
                .opensAt()
                .atZone(catalog.zone())
                .toOffsetDateTime()
                .toString();
    }

    private void makeProduct(String sku) {
        ProductId product = desk.product(seller.id());
        jdbc.update("update product set sku = ? where id = ?", sku, product.value());
    }

    private String paidOrder() {
        var order = paidOrders.paid(paidOrders.open(1));
        jdbc.update(
                "update product join offer on offer.product_id = product.id set product.seller_id = ? where offer.id = ?",
                seller.id().value(),
                order.offer().value());
        return order.id().toString();
    }

    /** A kind with a row of it. The last cell ends in digits that may be wide. */
    enum Kind {
        PRODUCTS("sku,name_en,name_zh,list_price", "货号,英文名称,中文名称,原价", "2 list_price product.wrong.price []") {
            @Override
            String[] row(ImportCorpusTests test) {
                return new String[] {"'=C-" + test.ids.next(), "'+Cup", "杯", "¥1299.00"};
            }

            @Override
            String[] bad(ImportCorpusTests test) {
                return new String[] {"C-1", "Cup", "杯", "9.9.9"};
            }
        },
        OFFERS(
                "sku,opens,price,units",
                "货号,开始时间,秒杀价,件数",
                "2 price imports.problem.money [9.9.9]; 2 units imports.problem.whole [1.5]") {
            @Override
            String[] row(ImportCorpusTests test) {
                var sku = "C-" + test.ids.next();
                test.makeProduct(sku);
                return new String[] {sku, test.opens(), "¥19.90", "100"};
            }

            @Override
            String[] bad(ImportCorpusTests test) {
                var row = row(test);
                return new String[] {row[0], row[1], "9.9.9", "1.5"};
            }
        },
        COUPONS(
                "name,description,stock,amount",
                "名称,说明,面额,数量",
                "2 amount imports.problem.whole [many]; 2 stock imports.problem.money [=1+1]") {
            @Override
            String[] row(ImportCorpusTests test) {
                return new String[] {"满减 " + test.ids.next(), "'@all", "¥1.50元", "500"};
            }

            @Override
            String[] bad(ImportCorpusTests test) {
                return new String[] {"One", "For", "=1+1", "many"};
            }
        },
        SHIPMENTS("order,carrier,number", "订单号,快递公司,运单号", "2 order imports.problem.shortened [7.08540021337E+17]") {
            @Override
            String[] row(ImportCorpusTests test) {
                return new String[] {test.paidOrder(), "顺丰", "SF123"};
            }

            @Override
            String[] bad(ImportCorpusTests test) {
                return new String[] {"7.08540021337E+17", "SF", "SF1"};
            }
        };

        private final String english;
        private final String chinese;
        private final String said;

        Kind(String english, String chinese, String said) {
            this.english = english;
            this.chinese = chinese;
            this.said = said;
        }

        /** One that can be. */
        abstract String[] row(ImportCorpusTests test);

        /** One that cannot, for what is said. */
        abstract String[] bad(ImportCorpusTests test);
    }
}
