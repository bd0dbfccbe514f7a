package stampede.alipay;

import com.alipay.api.domain.AlipayDataDataserviceBillDownloadurlQueryModel;
import com.alipay.api.request.AlipayDataDataserviceBillDownloadurlQueryRequest;
import com.alipay.api.response.AlipayDataDataserviceBillDownloadurlQueryResponse;
import java.io.IOException;
import java.net.URI;
import java.time.LocalDate;

/** Fetches the bill of a day: asks for its address, downloads it, reads it. */
final class BillFetcher {

    private static final String NOT_MADE = "isp.bill_not_exist";

    private final AlipayGateway gateway;
    private final BillDownload download;

    BillFetcher(AlipayGateway gateway, BillDownload download) {
        this.gateway = gateway;
        this.download = download;
    }

    BillAnswer of(LocalDate day) {
        var model = new AlipayDataDataserviceBillDownloadurlQueryModel();
        model.setBillType("trade");
        model.setBillDate(day.toString());
        var request = new AlipayDataDataserviceBillDownloadurlQueryRequest();
        request.setBizModel(model);
        var reply = gateway.ask(request);
        if (reply instanceof GatewayReply.Granted<AlipayDataDataserviceBillDownloadurlQueryResponse> granted) {
            return read(granted.answer().getBillDownloadUrl());
        }
        return reply instanceof GatewayReply.Refused<?> refused && refused.signed() && NOT_MADE.equals(refused.code())
                ? new BillAnswer.NotThere(refused.code())
                : new BillAnswer.Unknown(reply.why());
    }

    private BillAnswer read(String address) {
        try {
            return new BillAnswer.Bill(BillReader.read(download.from(URI.create(address))));
        } catch (IOException | IllegalArgumentException unusable) {
            return new BillAnswer.Unknown(
                    "the bill cannot be fetched or read: " + unusable.getClass().getSimpleName());
        }
    }
}
