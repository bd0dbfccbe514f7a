package stampede.alipaysandbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.alipay.api.AlipayApiException;
import com.alipay.api.domain.AlipayDataDataserviceBillDownloadurlQueryModel;
import com.alipay.api.request.AlipayDataDataserviceBillDownloadurlQueryRequest;
import com.alipay.api.response.AlipayDataDataserviceBillDownloadurlQueryResponse;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.Charset;
import java.time.Instant;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Test;

/** The bill of a day, downloaded as a shop does. */
class SandboxBillTests {

    private static final Charset GBK = Charset.forName("GBK");

    private final LocalAlipay alipay = LocalAlipay.shared();
    private final TestMerchant shop = TestMerchant.at(alipay, "");
    private final String order = TestMerchant.newOrder();
    private final LocalDate today = SandboxTimeFormat.day(Instant.now());

    @Test
    void listsWhatCameInAndWhatWentBack() throws Exception {
        var trade = alipay.pay(shop.payPage(order, "10.00")).trade();
        shop.refund(order, "R-1", "4.00");

        var files = download(link(today).getBillDownloadUrl());

        var details = files.entrySet().stream()
                .filter(file -> file.getKey().endsWith("_业务明细.csv"))
                .findFirst()
                .orElseThrow()
                .getValue();
        assertThat(details.lines().limit(5)).last().asString().startsWith("支付宝交易号,商户订单号,业务类型");
        var ours = details.lines().filter(line -> line.contains(order)).toList();
        assertThat(ours).hasSize(2).allMatch(line -> line.startsWith(trade.tradeNo() + "\t," + order + "\t,"));
        assertThat(cells(ours.get(0))).contains("交易", "10.00");
        assertThat(cells(ours.get(1))).contains("退款", "-4.00", "R-1\t");
        assertThat(details)
                .contains("#-----------------------------------------业务明细列表结束")
                .contains("#退款合计：");
        assertThat(files.keySet()).anyMatch(name -> name.endsWith("_业务明细(汇总).csv"));
    }

    @Test
    void hasAsManyCellsInEachLineAsColumns() throws Exception {
        alipay.pay(shop.payPage(order, "10.00"));

        var lines = download(link(today).getBillDownloadUrl())
                .values()
                .iterator()
                .next()
                .lines()
                .filter(line -> !line.startsWith("#"))
                .toList();

        var columns = lines.get(0).split(",", -1).length;
        assertThat(lines.stream().filter(line -> line.contains(order)))
                .singleElement()
                .satisfies(line -> assertThat(line.replaceAll("\"[^\"]*\"", "").split(",", -1))
                        .hasSize(columns));
    }

    @Test
    void isEmptyForADayWithoutTrades() throws Exception {
        var details = download(link(today.minusYears(1)).getBillDownloadUrl())
                .values()
                .iterator()
                .next();

        assertThat(details.lines().filter(line -> !line.startsWith("#"))).hasSize(1);
        assertThat(details).contains("#交易合计：0笔，商家实收共0.00元");
    }

    @Test
    void isNotThereForTomorrow() throws Exception {
        assertThat(link(today.plusDays(1)).getSubCode()).isEqualTo("isp.bill_not_exist");
    }

    @Test
    void isForThoseWhoWereToldTheAddressOnly() throws Exception {
        var link = link(today).getBillDownloadUrl();
        var other = link.replace(today.toString(), today.minusDays(1).toString());

        assertThat(get(other).statusCode()).isEqualTo(403);
    }

    private AlipayDataDataserviceBillDownloadurlQueryResponse link(LocalDate day) throws AlipayApiException {
        var model = new AlipayDataDataserviceBillDownloadurlQueryModel();
        model.setBillType("trade");
        model.setBillDate(day.toString());
        var request = new AlipayDataDataserviceBillDownloadurlQueryRequest();
        request.setBizModel(model);
        return shop.execute(request);
    }

    private static List<String> cells(String line) {
        return List.of(line.split(","));
    }

    private static Map<String, String> download(String url) throws Exception {
        var files = new LinkedHashMap<String, String>();
        try (var zip = new ZipInputStream(new ByteArrayInputStream(get(url).body()), GBK)) {
            for (var entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                files.put(entry.getName(), new String(zip.readAllBytes(), GBK));
            }
        }
        return files;
    }

    private static HttpResponse<byte[]> get(String url) throws IOException, InterruptedException {
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.ofByteArray());
    }
}
