package stampede.alipaysandbox;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
        var trade = composition.tradeNo().map(number -> trades.find("", number));
        var fields = fields(composition, trade);
        var url = composition.url().or(() -> trade.map(found -> found.checkout().notifyUrl()));
        var signer = composition.signer().orElse(Signer.REAL);
        var sends = Stream.generate(() ->
                        CompletableFuture.supplyAsync(() -> post.sendOnce(url.orElse(""), fields, signer), senders))
                .limit(composition.copies().orElse(1))
                .toList();
        return sends.stream().map(CompletableFuture::join).toList();
    }

    private Map<String, String> fields(Composition composition, Optional<Trade> trade) {
        var fields =
                new LinkedHashMap<String, String>(trade.map(notices::fields).orElseGet(notices::frame));
        fields.putAll(composition.fields());
        composition.without().forEach(fields::remove);
        return fields;
    }

    @Override
    public void close() {
        senders.shutdownNow();
    }
}
