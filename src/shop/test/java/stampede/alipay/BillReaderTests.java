package stampede.alipay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.Charset;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import stampede.money.Money;

class BillReaderTests {

    private static final Charset GBK = Charset.forName("GBK");
    private static final String TRADES = "20880000_业务明细.csv";
    private static final String SUMS = "20880000_业务明细(汇总).csv";
    private static final String HEADING = "支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,订单金额（元）,商家实收（元）,退款批次号/请求号,备注\r\n";

    @Test
    void readsPaymentsAndRefundsAmongTheLinesThatAreNone() throws IOException {
        var bill = BillReader.read(zip(SUMS, "#sums\r\n门店编号,交易订单总笔数\r\n", TRADES, """
                #支付宝业务明细查询
                #账号：[20880000]
                """ + HEADING + """
                2026111122001\t,708540021337\t,交易,"Teapot, ""small""\",2026-11-11 20:00:01,2026-11-11 20:00:05,19.90,19.90,,
                2026111122001\t,708540021337\t,退款,Teapot,2026-11-11 20:00:01,2026-11-11 20:00:05,-9.90,-9.90,R-708540021337-1\t,
                #-----------------------------------------业务明细列表结束
                #交易合计：1笔
                """));

        assertThat(bill)
                .containsExactly(
                        new BillLine("2026111122001", "708540021337", BillLine.Kind.PAYMENT, "", new Money(1990)),
                        new BillLine(
                                "2026111122001",
                                "708540021337",
                                BillLine.Kind.REFUND,
                                "R-708540021337-1",
                                new Money(990)));
    }

    @Test
    void readsADayWithoutTrades() throws IOException {
        assertThat(BillReader.read(zip(TRADES, "#head\n" + HEADING + "#foot\n")))
                .isEmpty();
    }

    @Test
    void refusesWhatIsNoBill() throws IOException {
        assertThatThrownBy(() -> BillReader.read("<html>".getBytes(GBK))).isInstanceOf(IOException.class);
        assertRefused(zip("readme.txt", "hello"));
        assertRefused(zip(TRADES, "#nothing\n"));
        assertRefused(zip(TRADES, "支付宝交易号,商户订单号\nT1,42\n"));
        assertRefused(zip(TRADES, HEADING + "T1,42,转账,x,,,1.00,1.00,,\n"));
        assertRefused(zip(TRADES, HEADING + "T1,42,交易,x,,,much,1.00,,\n"));
    }

    /** Each character is looked at once: neither minutes nor the stack's depth go by the length of a line. */
    @Test
    void splitsALongLineInATimeThatGoesByItsLength() {
        var started = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();

        assertThat(BillReader.fields("a,".repeat(200_000) + "\"b,c\""))
                .hasSize(200_001)
                .endsWith("b,c");

        assertThat(ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - started)
                .isLessThan(3_000_000_000L);
    }

    private static void assertRefused(byte[] zip) {
        assertThatThrownBy(() -> BillReader.read(zip)).isInstanceOf(IOException.class);
    }

    private static byte[] zip(String... namesAndContents) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var zip = new ZipOutputStream(bytes, GBK)) {
            for (var i = 0; i < namesAndContents.length; i += 2) {
                zip.putNextEntry(new ZipEntry(namesAndContents[i]));
                zip.write(namesAndContents[i + 1].getBytes(GBK));
            }
        }
        return bytes.toByteArray();
    }
}
