package stampede.alipaysandbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;
import stampede.alipaysandbox.Trade.Refund;

/**
 * The bill of a day, in the form of Alipay's: a zip of GBK files, one line for each payment and each refund. Unlike Alipay's, the
 * bill of a day that is not over yet is there too, as far as it goes.
 */
@Component
class SandboxBills {

    private static final Charset GBK = Charset.forName("GBK");
    private static final String COLUMNS = "支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,订单金额（元）,商家实收（元）,"
            + "支付宝红包（元）,集分宝（元）,支付宝优惠（元）,商家优惠（元）,券核销金额（元）,券名称,商家红包消费金额（元）,卡消费金额（元）,"
            + "退款批次号/请求号,服务费（元）,分润（元）,备注";
    private static final String SUMS =
            "门店编号,门店名称,交易订单总笔数,退款订单总笔数,订单金额（元）,商家实收（元）,支付宝优惠（元）,商家优惠（元）,卡消费金额（元）,服务费（元）,分润（元）,实收净额（元）";

    private final SandboxProperties properties;
    private final SandboxKeys keys;
    private final Trades trades;
    private final Clock clock;

    SandboxBills(SandboxProperties properties, SandboxKeys keys, Trades trades, Clock clock) {
        this.properties = properties;
        this.keys = keys;
        this.trades = trades;
        this.clock = clock;
    }

    /**
     * Where to fetch the bill of this day. Only who was told can: the address holds a proof.
     *
     * @throws GatewayRefused if that day is yet to come
     */
    String address(LocalDate day) {
        if (day.isAfter(SandboxTimeFormat.day(clock.instant()))) {
            throw GatewayRefused.business("isp.bill_not_exist", "账单不存在 / no such bill");
        }
        return ServletUriComponentsBuilder.fromCurrentContextPath()
                .path("/bills/" + day + "/" + proof(day) + ".zip")
                .toUriString();
    }

    boolean proves(LocalDate day, String proof) {
        return proof.equals(proof(day));
    }

    private String proof(LocalDate day) {
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(keys.signing().getEncoded(), "HmacSHA256"));
            return Base64.getUrlEncoder()
                    .withoutPadding()
                    .encodeToString(mac.doFinal(day.toString().getBytes(UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The bill, as it is downloaded. */
    byte[] zip(LocalDate day) {
        var bytes = new ByteArrayOutputStream();
        var name = properties.sellerId() + "0156_" + DateTimeFormatter.BASIC_ISO_DATE.format(day) + "_业务明细";
        var moves = moves(day);
        try (var zip = new ZipOutputStream(bytes, GBK)) {
            add(zip, name + ".csv", details(day, moves));
            add(zip, name + "(汇总).csv", sums(day, moves));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static void add(ZipOutputStream zip, String name, Stream<String> lines) throws IOException {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(lines.collect(Collectors.joining("\r\n", "", "\r\n")).getBytes(GBK));
        zip.closeEntry();
    }

    private Stream<String> details(LocalDate day, List<Move> moves) {
        return frame("业务明细", day, COLUMNS, moves.stream().map(Move::line), moves);
    }

    private Stream<String> sums(LocalDate day, List<Move> moves) {
        var in = count(moves, true);
        var out = count(moves, false);
        var line = "合计,,%d,%d,%s,%s,0.00,0.00,0.00,0.00,0.00,%s".formatted(in, out, net(moves), net(moves), net(moves));
        return frame("业务汇总", day, SUMS, Stream.of(line), moves);
    }

    private Stream<String> frame(String title, LocalDate day, String columns, Stream<String> lines, List<Move> moves) {
        var head = Stream.of(
                "#支付宝" + title + "查询",
                "#账号：[" + properties.sellerId() + "0156]",
                "#起始日期：[" + chinese(day) + " 00:00:00]   终止日期：[" + chinese(day.plusDays(1)) + " 00:00:00]",
                "#-----------------------------------------" + title + "列表----------------------------------------",
                columns);
        var foot = Stream.of(
                "#-----------------------------------------" + title + "列表结束------------------------------------",
                "#交易合计：" + count(moves, true) + "笔，商家实收共" + sum(moves, true).yuan() + "元，商家优惠共0.00元",
                "#退款合计：" + count(moves, false) + "笔，商家实收退款共-"
                        + sum(moves, false).yuan() + "元，商家优惠退款共0.00元",
                "#导出时间：[" + SandboxTimeFormat.text(clock.instant()) + "]");
        return Stream.of(head, lines, foot).flatMap(all -> all);
    }

    private static String chinese(LocalDate day) {
        return DateTimeFormatter.ofPattern("uuuu年MM月dd日").format(day);
    }

    private static long count(List<Move> moves, boolean in) {
        return moves.stream().filter(move -> move.in() == in).count();
    }

    private static SandboxAmount sum(List<Move> moves, boolean in) {
        return moves.stream()
                .filter(move -> move.in() == in)
                .map(Move::amount)
                .reduce(new SandboxAmount(0), SandboxAmount::plus);
    }

    private static String net(List<Move> moves) {
        return signed(sum(moves, true).fen() - sum(moves, false).fen());
    }

    private static String signed(long fen) {
        return (fen < 0 ? "-" : "") + new SandboxAmount(Math.abs(fen)).yuan();
    }

    private List<Move> moves(LocalDate day) {
        var moves = new ArrayList<Move>();
        for (var trade : trades.all()) {
            trade.paid()
                    .filter(paid -> SandboxTimeFormat.day(paid).equals(day))
                    .ifPresent(paid -> moves.add(new Move(trade, true, "", trade.amount(), paid)));
            for (var refund : trade.refunds()) {
                refund.done()
                        .filter(done -> SandboxTimeFormat.day(done).equals(day))
                        .ifPresent(done -> moves.add(back(trade, refund, done)));
            }
        }
        return moves;
    }

    private static Move back(Trade trade, Refund refund, Instant done) {
        return new Move(trade, false, refund.requestNo(), refund.amount(), done);
    }

    /** Money in, or money back. */
    private record Move(Trade trade, boolean in, String requestNo, SandboxAmount amount, Instant at) {

        /** Alipay ends cells with a tab, lest a spreadsheet takes the long numbers for numbers. */
        private static final String LINE = "%s\t,%s\t,%s,%s,%s\t,%s\t,\t,\t,\t,\t,*%s(%s)\t,%s,%s,"
                + "0.00,0.00,0.00,0.00,0.00,\t,0.00,0.00,%s\t,0.00,0.00,\t";

        String line() {
            var money = signed(in ? amount.fen() : -amount.fen());
            return LINE.formatted(
                    trade.id(),
                    trade.outTradeNo(),
                    in ? "交易" : "退款",
                    quoted(trade.checkout().subject()),
                    SandboxTimeFormat.text(trade.created()),
                    SandboxTimeFormat.text(at),
                    trade.buyer(),
                    AlipayNumbers.buyer(trade.buyer()),
                    money,
                    money,
                    requestNo);
        }

        private static String quoted(String text) {
            return text.contains(",") || text.contains("\"") ? '"' + text.replace("\"", "\"\"") + '"' : text;
        }
    }
}
