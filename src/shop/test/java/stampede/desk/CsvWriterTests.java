package stampede.desk;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CsvWriterTests {

    private final StringWriter written = new StringWriter();
    private final CsvWriter csvWriter = new CsvWriter(written);

    @Test
    void beginsWithAMarkThatTellsSpreadsheetsItIsUtf8() {
        csvWriter.line("茶壶", 7);

        assertThat(written.toString()).isEqualTo("\uFEFF茶壶,7\r\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"=1+1", "+1", "-1", "@SUM(A1)", "\tx", "＝1+1", "＋1", "－1", "＠SUM(A1)"})
    void letsNoTextRunAsAFormula(String text) {
        csvWriter.line(text);

        assertThat(written.toString()).isEqualTo("\uFEFF'" + text + "\r\n");
    }

    @Test
    void leavesNumbersBelowZeroNumbers() {
        csvWriter.line(-3);

        assertThat(written.toString()).isEqualTo("\uFEFF-3\r\n");
    }

    @Test
    void quotesWhatWouldEndACell() {
        csvWriter.line("a,b", "say \"hi\"", "two\nlines", "=HYPERLINK(\"x\",\"y\")");

        assertThat(written.toString())
                .isEqualTo("\uFEFF\"a,b\",\"say \"\"hi\"\"\",\"two\nlines\",\"'=HYPERLINK(\"\"x\"\",\"\"y\"\")\"\r\n");
    }
}
