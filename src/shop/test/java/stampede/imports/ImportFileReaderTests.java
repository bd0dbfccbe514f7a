package stampede.imports;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files as the world's spreadsheets write them, and as they should not be. */
class ImportFileReaderTests {

    private static final Charset GB18030 = Charset.forName("GB18030");
    private static final String ROW = "\n708540021337,SF,SF1\n";

    private final ImportFileReader reader = new ImportFileReader(List.of(
            ImportColumn.required("order", 40, "", "订单号"),
            ImportColumn.required("carrier", 40, "", "快递公司"),
            ImportColumn.required("number", 64, "", "tracking number", "运单号"),
            ImportColumn.optional("words", 200, "", "说明")));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "order,carrier,number" + ROW,
                "\uFEFForder,carrier,number" + ROW,
                "order;carrier;number\r\n708540021337;SF;SF1\r\n",
                "order\tcarrier\tnumber\r708540021337\tSF\tSF1",
                "number,ORDER,Carrier\nSF1,708540021337,SF",
                " Order , CARRIER,Tracking_Number\n 708540021337 ,\u3000SF\u00A0,SF1",
                "\"order\",\"carrier\",\"number\"\n\"708540021337\",\"SF\",\"SF1\"",
                "订单号,快递公司,运单号" + ROW,
                "ｏｒｄｅｒ,carrier*,number" + ROW,
                "order,carrier,number" + ROW + "\n\n,,\n \n",
                "order,carrier,number,\n708540021337,SF,SF1,\n",
            })
    void readsTheSameOfWhatIsWrittenInManyWays(String text) {
        assertThat(read(text).lines())
                .containsExactly(new ImportLine(2, Map.of("order", "708540021337", "carrier", "SF", "number", "SF1")));
    }

    @Test
    void readsWhatSpreadsheetsInChinaWrite() {
        var text = "订单号,快递公司,运单号,说明\n7,顺丰,SF1,龍𠮷\n";

        var file = reader.read(text.getBytes(GB18030));

        assertThat(file.charset()).isEqualTo("GB18030");
        assertThat(file.lines()).isEqualTo(read(text).lines()).first().satisfies(line -> {
            assertThat(line.cell("carrier")).contains("顺丰");
            assertThat(line.cell("words")).contains("龍𠮷");
        });
    }

    @Test
    void keepsQuotesSeparatorsAndLineEndsOfTheText() {
        var file = read("order,carrier,number,words\r\n7,SF,1,\"a \"\"b\"\", c\r\nd\"\r\n8,SF,2,e\r\n");

        assertThat(file.lines()).extracting(ImportLine::number).containsExactly(2, 3);
        assertThat(file.lines().get(0).cell("words")).contains("a \"b\", c\r\nd");
    }

    @Test
    void takesOffTheApostropheThatKeepsTextFromBeingAFormula() {
        var file = read("order,carrier,number,words\n1,'=A1,'+1,'@x\n2,'t is,O'Brien,'\n3,=1+1,-1,＋\n");

        assertThat(file.lines())
                .extracting(line -> line.cell("carrier").orElseThrow() + " "
                        + line.cell("number").orElseThrow() + " "
                        + line.cell("words").orElse(""))
                .containsExactly("=A1 +1 @x", "'t is O'Brien '", "=1+1 -1 ＋");
    }

    @Test
    void namesColumnsThatNobodyKnowsAndGoesOn() {
        var file = read("Colour,order,carrier,number,Size\nred,7,SF,1,L\n");

        assertThat(file.ignored()).containsExactly("Colour", "Size");
        assertThat(file.lines()).hasSize(1);
    }

    @Test
    void rowsKeepTheNumbersThatASpreadsheetShows() {
        assertThat(read("order,carrier,number\n\n7,SF,1\n\n\n8,SF,2").lines())
                .extracting(ImportLine::number)
                .containsExactly(3, 6);
    }

    @Test
    void rowsOfAnotherSeparatorOrWithTooManyCellsCannotBe() {
        var file = read("order,carrier,number\n7;SF;1\n8,SF,2,and,more\n9,SF,3,,\n10,SF\n");

        assertThat(file.problems())
                .extracting(
                        row -> row.line().number() + " " + row.problems().get(0).values())
                .containsExactly("2 [1, 3]", "3 [5, 3]");
        assertThat(file.lines()).extracting(ImportLine::number).containsExactly(4, 5);
    }

    @Test
    void takesFiveThousandRowsAndNotOneMore() {
        assertThat(read(rows(5_000)).lines()).hasSize(5_000);

        assertThat(refusal(rows(5_001).getBytes(UTF_8)).reason()).isEqualTo(ImportRefusal.TOO_MANY_ROWS);
    }

    @ParameterizedTest
    @EnumSource(Bad.class)
    void saysOfABadFileWhatIsWrongWithIt(Bad bad) {
        var refused = refusal(bad.bytes());

        assertThat(refused.reason()).isEqualTo(bad.reason);
        assertThat(refused.place()).isEqualTo(bad.place);
    }

    /** Whatever comes: an answer, never a fault. */
    @Test
    void noFileIsAFault() {
        var random = new Random(16);
        var signs = "order,carrier,number\n\r\t;\"'=\u0000\uFEFF\u3000订7";
        var answered = 0;
        for (var round = 0; round < 3_000; round++) {
            var text = random.ints(random.nextInt(60), 0, signs.length())
                    .mapToObj(i -> String.valueOf(signs.charAt(i)))
                    .collect(Collectors.joining());
            var bytes = ((round % 3 == 0 ? "" : "order,carrier,number\n") + text)
                    .getBytes(round % 2 == 0 ? UTF_8 : StandardCharsets.UTF_16LE);
            try {
                reader.read(bytes);
            } catch (ImportRefused refused) {
                answered++;
            }
        }
        assertThat(answered).isPositive();
    }

    private ImportFile read(String text) {
        return reader.read(text.getBytes(UTF_8));
    }

    private ImportRefused refusal(byte[] bytes) {
        return assertThatExceptionOfType(ImportRefused.class)
                .isThrownBy(() -> reader.read(bytes))
                .actual();
    }

    private static String rows(int number) {
        return "order,carrier,number\n"
                + IntStream.range(0, number).mapToObj(i -> i + ",SF,SF" + i).collect(Collectors.joining("\n"))
                + "\n\n";
    }

    /** The corpus: what people and programs really send. */
    enum Bad {
        EMPTY(ImportRefusal.NO_ROWS, "", ""),
        BLANK(ImportRefusal.MISSING_COLUMN, "order, carrier, number", "\n\n \n"),
        HEADING_ONLY(ImportRefusal.NO_ROWS, "", "order,carrier,number\n,,\n"),
        NO_HEADING(ImportRefusal.MISSING_COLUMN, "order, carrier, number", "708540021337,SF,SF1\n"),
        MISSING(ImportRefusal.MISSING_COLUMN, "number", "order,carrier\n7,SF\n"),
        TWICE(ImportRefusal.DUPLICATE_COLUMN, "order", "order,订单号,carrier,number\n7,7,SF,1\n"),
        MIXED_HEADING(ImportRefusal.MISSING_COLUMN, "carrier, number", "order,carrier;number\n7,SF;1\n"),
        OPEN(ImportRefusal.OPEN_QUOTE, "3", "order,carrier,number\n7,SF,1\n8,\"SF,2\n9,SF,3\n"),
        STRAY(ImportRefusal.STRAY_QUOTE, "2", "order,carrier,number\n7,\"SF\" express,1\n"),
        NUL(ImportRefusal.NO_TEXT, "", "order,carrier,number\n7,SF,1\u00002\n"),
        CONTROL(ImportRefusal.NO_TEXT, "", "order,carrier,number\n7,SF,1\u001b[2J\n"),
        LATIN(ImportRefusal.WRONG_CHARSET, "", "") {
            @Override
            byte[] bytes() {
                return "order,carrier,number\n7,Soci\u00e9t\u00e9,1\n".getBytes(StandardCharsets.ISO_8859_1);
            }
        },
        UTF_16(ImportRefusal.NO_TEXT, "", "") {
            @Override
            byte[] bytes() {
                return ("\uFEFForder,carrier,number" + ROW).getBytes(StandardCharsets.UTF_16LE);
            }
        },
        CUT_CHARACTER(ImportRefusal.WRONG_CHARSET, "", "") {
            @Override
            byte[] bytes() {
                return new byte[] {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF, 'o', (byte) 0xE4, (byte) 0xB8};
            }
        },
        WORKBOOK(ImportRefusal.EXCEL_FILE, "", "") {
            @Override
            byte[] bytes() {
                return zip();
            }
        },
        LONG(ImportRefusal.FILE_TOO_LARGE, "", "") {
            @Override
            byte[] bytes() {
                return new byte[ImportFileReader.LONGEST + 1];
            }
        },
        ONE_LONG_CELL(ImportRefusal.OPEN_QUOTE, "1", "") {
            @Override
            byte[] bytes() {
                return ("\"" + "x".repeat(ImportFileReader.LONGEST - 1)).getBytes(UTF_8);
            }
        },
        MANY_BLANK_ROWS(ImportRefusal.TOO_MANY_ROWS, "", "order,carrier,number\n" + "\n".repeat(1_000_000));

        private final ImportRefusal reason;
        private final String place;
        private final String text;

        Bad(ImportRefusal reason, String place, String text) {
            this.reason = reason;
            this.place = place;
            this.text = text;
        }

        byte[] bytes() {
            return text.getBytes(UTF_8);
        }

        private static byte[] zip() {
            var bytes = new ByteArrayOutputStream();
            try (var zip = new ZipOutputStream(bytes)) {
                zip.putNextEntry(new ZipEntry("xl/workbook.xml"));
                zip.write("<workbook/>".getBytes(UTF_8));
            } catch (IOException impossible) {
                throw new AssertionError(impossible);
            }
            return bytes.toByteArray();
        }
    }
}
