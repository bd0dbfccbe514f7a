package stampede.alipaysandbox;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;
import stampede.alipaysandbox.NotificationDelivery.Send;

/** Sends notifications that Alipay itself might never send. */
@Component
class NotificationComposer implements AutoCloseable {

    private final Trades trades;
    private final NotificationWriter writer;
    private final NotificationSender sender;
    private final ExecutorService senders = Executors.newCachedThreadPool();

    NotificationComposer(Trades trades, NotificationWriter writer, NotificationSender sender) {
        this.trades = trades;
        this.writer = writer;
        this.sender = sender;
    }

    /** Sends it, in as many copies at once as asked, and answers what the shop said to each. */
    List<Send> send(ComposedNotification composed) {
        var trade = trades.find("", composed.tradeNo().orElse(""));
        var fields = fields(composed, trade);
        var url = trade.checkout().notifyUrl();
        var signer = composed.signer().orElse(NotificationSigner.REAL);
        var sends = Stream.generate(
                        () -> CompletableFuture.supplyAsync(() -> sender.sendOnce(url, fields, signer), senders))
                .limit(composed.copies().orElse(1))
                .toList();
        return sends.stream().map(CompletableFuture::join).toList();
    }

    private Map<String, String> fields(ComposedNotification composed, Trade trade) {
        var fields = new LinkedHashMap<String, String>(writer.fields(trade));
        fields.putAll(composed.fields());
        composed.without().forEach(fields::remove);
        return fields;
    }

    @Override
    public void close() {
        senders.shutdownNow();
    }
}
