package stampede.orderadmin;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import org.springframework.stereotype.Component;
import stampede.account.SignedIn;
import stampede.desk.CsvDownload;
import stampede.listing.ListQuery;

/**
 * What a carrier is given: the orders that are to be sent, with their addresses. With carrier and number filled in it goes back in as an
 * import of shipments, which takes the columns that it knows and leaves the others.
 */
@Component
public class CarrierFile {

    private static final List<String> HEADER = List.of("order", "carrier", "number", "product", "units", "address");

    private final OrderAddresses addresses;
    private final CsvDownload download;

    CarrierFile(OrderAddresses addresses, CsvDownload download) {
        this.addresses = addresses;
        this.download = download;
    }

    /** Those of a query. Numbers carry a word before them: a spreadsheet would round nineteen digits. */
    public void send(SignedIn by, ListQuery query, HttpServletResponse response) throws IOException {
        download.send(
                response,
                "to-ship",
                HEADER,
                (most, line) -> addresses.export(
                        by,
                        query,
                        most,
                        order -> line.accept(new Object[] {
                            "order:" + order.id(), "", "", order.product().plain(), order.units(), order.address()
                        })));
    }
}
