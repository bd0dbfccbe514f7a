package stampede.alipay;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import stampede.http.BoundedStream;
import stampede.money.Money;

/**
 * Reads the zip that Alipay's bill comes in: one file of trades and one of sums, both CSV in GBK, with lines that begin with
 * {@code #} before and after. Columns are found by their names, because Alipay adds some now and then.
 */
final class BillReader {

    private static final Charset GBK = Charset.forName("GBK");
    private static final long MOST_BYTES = 512L * 1024 * 1024;
    private static final String TRADE_NO = "支付宝交易号";
    private static final String OUT_TRADE_NO = "商户订单号";
    private static final String KIND = "业务类型";
    private static final String AMOUNT = "订单金额";
    private static final String REQUEST_NO = "退款批次号";

    private BillReader() {}

    /** @throws IOException if it is no such zip, holds no file of trades, or one that cannot be read to its end */
    static List<BillLine> read(byte[] zip) throws IOException {
        try (var files = new ZipInputStream(new ByteArrayInputStream(zip), GBK)) {
            for (var file = files.getNextEntry(); file != null; file = files.getNextEntry()) {
                if (isOfTrades(file)) {
                    return lines(new BufferedReader(new InputStreamReader(new Bounded(files), GBK)));
                }
            }
        }
        throw new IOException("The bill has no file of trades");
    }

    private static boolean isOfTrades(ZipEntry file) {
        return file.getName().endsWith(".csv") && !file.getName().contains("汇总");
    }

    private static List<BillLine> lines(BufferedReader text) throws IOException {
        List<String> columns = List.of();
        var lines = new ArrayList<BillLine>();
        for (var line = text.readLine(); line != null; line = text.readLine()) {
            if (line.startsWith("#") || line.isBlank()) {
                continue;
            }
            if (columns.isEmpty()) {
                columns = fields(line);
            } else {
                lines.add(line(columns, fields(line)));
            }
        }
        if (columns.isEmpty()) {
            throw new IOException("The bill has no heading");
        }
        return lines;
    }

    private static BillLine line(List<String> columns, List<String> fields) throws IOException {
        var kind = kind(field(columns, fields, KIND));
        return new BillLine(
                field(columns, fields, TRADE_NO),
                field(columns, fields, OUT_TRADE_NO),
                kind,
                kind == BillLine.Kind.REFUND ? field(columns, fields, REQUEST_NO) : "",
                amount(field(columns, fields, AMOUNT)));
    }

    private static String field(List<String> columns, List<String> fields, String name) throws IOException {
        for (var column = 0; column < columns.size(); column++) {
            if (columns.get(column).startsWith(name) && column < fields.size()) {
                return fields.get(column);
            }
        }
        throw new IOException("The bill has no column " + name);
    }

    private static BillLine.Kind kind(String text) throws IOException {
        return switch (text) {
            case "交易" -> BillLine.Kind.PAYMENT;
            case "退款" -> BillLine.Kind.REFUND;
            default -> throw new IOException("The bill has a line of an unknown kind");
        };
    }

    /** Refunds are below zero there. */
    private static Money amount(String text) throws IOException {
        try {
            return Money.ofYuan(text.startsWith("-") ? text.substring(1) : text);
        } catch (IllegalArgumentException notMoney) {
            throw new IOException("The bill has an amount that is none", notMoney);
        }
    }

    /** Split at commas outside of quotes; Alipay puts a tab behind long numbers so that spreadsheets leave them alone. */
    static List<String> fields(String line) {
        return parts(line).stream()
                .map(field -> field.replace("\t", "").strip())
                .map(field -> field.startsWith("\"") && field.endsWith("\"") && field.length() > 1
                        ? field.substring(1, field.length() - 1).replace("\"\"", "\"")
                        : field)
                .toList();
    }

    private static List<String> parts(String line) {
        var parts = new ArrayList<String>();
        var quoted = false;
        var start = 0;
        for (var at = 0; at < line.length(); at++) {
            if (line.charAt(at) == '"') {
                quoted = !quoted;
            } else if (line.charAt(at) == ',' && !quoted) {
                parts.add(line.substring(start, at));
                start = at + 1;
            }
        }
        parts.add(line.substring(start));
        return parts;
    }

    /** A small zip can hold an endless file. */
    private static final class Bounded extends BoundedStream {

        Bounded(InputStream in) {
            super(in, MOST_BYTES);
        }

        @Override
        protected void tooLong() throws IOException {
            throw new IOException("The bill does not end");
        }
    }
}
