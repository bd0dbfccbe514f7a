package stampede.channel.page;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import stampede.account.Duty;
import stampede.account.Needs;
import stampede.channel.ChannelDelivery;
import stampede.channel.ChannelDeliveryRepository;
import stampede.desk.CsvDownload;
import stampede.desk.ListView;
import stampede.listing.ListQuery;
import stampede.listing.ListSpec;
import stampede.site.ShopTimes;

/** What became of messages. */
@Controller
class ChannelDeliveryController {

    private static final String PATH = ChannelController.PATH + "/deliveries";

    private static final ListSpec LIST = ChannelDeliveryRepository.list(PATH);

    private static final List<String> HEADER = List.of(
            "at",
            "channel",
            "message",
            "type",
            "rule",
            "grouping",
            "severity",
            "state",
            "tries",
            "cause",
            "http",
            "ms",
            "answer");

    private final ChannelDeliveryRepository rows;
    private final CsvDownload download;
    private final ShopTimes times;

    ChannelDeliveryController(ChannelDeliveryRepository rows, CsvDownload download, ShopTimes times) {
        this.rows = rows;
        this.download = download;
        this.times = times;
    }

    @Needs(Duty.SEE)
    @GetMapping(PATH)
    String list(HttpServletRequest request, Model model) {
        var query = query(request);
        model.addAttribute("list", new ListView<>(query, rows.page(query)));
        return "channels/deliveries";
    }

    @Needs(Duty.SEE)
    @GetMapping(PATH + ".csv")
    void csv(HttpServletRequest request, HttpServletResponse response) throws IOException {
        var query = query(request);
        download.send(
                response,
                LIST.name(),
                HEADER,
                (most, line) -> rows.forEach(query, most, row -> line.accept(cells(row))));
    }

    private ListQuery query(HttpServletRequest request) {
        return ListQuery.of(LIST, request.getParameterMap(), times.zone());
    }

    private Object[] cells(ChannelDelivery row) {
        return new Object[] {
            times.at(row.at()).toOffsetDateTime(),
            row.channelName(),
            row.messageId(),
            row.type(),
            row.rule(),
            row.grouping(),
            row.severity(),
            row.state(),
            row.tries(),
            row.result().cause(),
            row.result().http(),
            row.ms(),
            row.result().answer()
        };
    }
}
