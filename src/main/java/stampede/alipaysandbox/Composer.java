package stampede.alipaysandbox;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;
import stampede.alipaysandbox.Delivery.Send;

/** Sends notifications that Alipay itself might never send. */
@Component
class Composer implements AutoCloseable {

    private final Trades trades;
    private final Notices notices;
    private final Post post;
    private final ExecutorService senders = Executors.newCachedThreadPool();

    Composer(Trades trades, Notices notices, Post post) {
        this.trades = trades;
        this.notices = notices;
        this.post = post;
    }

    /** Sends it, in as many copies at once as asked, and answers what the shop said to each. */
    List<Send> send(Composition composition) {
        var trade = trades.find("", composition.tradeNo().orElse(""));
        var fields = fields(composition, trade);
        var url = trade.checkout().notifyUrl();
        var signer = composition.signer().orElse(Signer.REAL);
        var sends = Stream.generate(
                        () -> CompletableFuture.supplyAsync(() -> post.sendOnce(url, fields, signer), senders))
                .limit(composition.copies().orElse(1))
                .toList();
        return sends.stream().map(CompletableFuture::join).toList();
    }

    private Map<String, String> fields(Composition composition, Trade trade) {
        var fields = new LinkedHashMap<String, String>(notices.fields(trade));
        fields.putAll(composition.fields());
        composition.without().forEach(fields::remove);
        return fields;
    }

    @Override
    public void close() {
        senders.shutdownNow();
    }
}
