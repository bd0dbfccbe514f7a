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
    private final NotificationWriter notificationWriter;
    private final NotificationSender notificationSender;
    private final ExecutorService senders = Executors.newCachedThreadPool();

    NotificationComposer(Trades trades, NotificationWriter notificationWriter, NotificationSender notificationSender) {
        this.trades = trades;
        this.notificationWriter = notificationWriter;
        this.notificationSender = notificationSender;
    }

    /** Sends it, in as many copies at once as asked, and answers what the shop said to each. */
    List<Send> send(ComposedNotification composedNotification) {
        var trade = trades.find("", composedNotification.tradeNo().orElse(""));
        var fields = fields(composedNotification, trade);
        var url = trade.checkout().notifyUrl();
        var signer = composedNotification.signer().orElse(NotificationSigner.REAL);
        var sends = Stream.generate(() ->
                        CompletableFuture.supplyAsync(() -> notificationSender.sendOnce(url, fields, signer), senders))
                .limit(composedNotification.copies().orElse(1))
                .toList();
        return sends.stream().map(CompletableFuture::join).toList();
    }

    private Map<String, String> fields(ComposedNotification composedNotification, Trade trade) {
        var fields = new LinkedHashMap<String, String>(notificationWriter.fields(trade));
        fields.putAll(composedNotification.fields());
        composedNotification.without().forEach(fields::remove);
        return fields;
    }

    @Override
    public void close() {
        senders.shutdownNow();
    }
}
