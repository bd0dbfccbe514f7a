package stampede.alipaysandbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.KeyPair;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;
import stampede.alipaysandbox.NotificationDelivery.Send;
import stampede.alipaysandbox.NotificationDelivery.State;

/** Brings notifications to the shop: signs and posts them, again and again until the shop says {@code success}. */
@Component
class NotificationSender implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(NotificationSender.class);
    private static final Set<String> UNSIGNED = Set.of("sign", "sign_type");
    private static final int AT_ONCE = 16;
    private static final int LONGEST_ANSWER = 200;

    private final Map<String, NotificationDelivery> deliveries = new LinkedHashMap<>();
    private final AtomicInteger onTheWay = new AtomicInteger();
    private final ScheduledThreadPoolExecutor postmen = new ScheduledThreadPoolExecutor(AT_ONCE);
    private final KeyPair strangers = SandboxKeys.strangers();
    private final List<Duration> waits;
    private final NotificationProperties properties;
    private final SandboxKeys keys;
    private final Journal journal;
    private final Clock clock;
    private final HttpClient http;
    private volatile boolean running;

    NotificationSender(NotificationProperties properties, SandboxKeys keys, Journal journal, Clock clock) {
        this.properties = properties;
        this.waits = properties.waits();
        this.keys = keys;
        this.journal = journal;
        this.clock = clock;
        this.http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(properties.sendTimeout())
                .build();
        journal.found(NotificationDelivery.class).forEach(delivery -> deliveries.put(delivery.id(), delivery));
    }

    /** Takes over what the journal holds already. */
    void take(List<NotificationDelivery> fresh) {
        synchronized (deliveries) {
            fresh.forEach(delivery -> deliveries.put(delivery.id(), delivery));
        }
        fresh.forEach(this::schedule);
    }

    /** Sends it now, whatever has become of it. */
    Optional<Send> sendAgain(String id) {
        return find(id).map(delivery -> sendAndRecord(delivery));
    }

    /** Sends what belongs to no delivery, and forgets it. */
    Send sendOnce(String url, Map<String, String> fields, NotificationSigner signer) {
        return post(url, signed(fields, signer));
    }

    List<NotificationDelivery> deliveries() {
        synchronized (deliveries) {
            return List.copyOf(deliveries.values());
        }
    }

    /** How many are not at their end. */
    long open() {
        return onTheWay.get()
                + deliveries().stream().filter(NotificationDelivery::pending).count();
    }

    private Optional<NotificationDelivery> find(String id) {
        synchronized (deliveries) {
            return Optional.ofNullable(deliveries.get(id));
        }
    }

    private void schedule(NotificationDelivery delivery) {
        if (delivery.pending() && running) {
            var wait = Math.max(
                    0, Duration.between(clock.instant(), delivery.due()).toMillis());
            try {
                var unused = postmen.schedule(() -> deliver(delivery.id()), wait, MILLISECONDS);
            } catch (RejectedExecutionException e) {
                // The program ends; the journal has the delivery.
                running = false;
            }
        }
    }

    /** Whatever goes wrong with one must be seen: a timer keeps it to itself. */
    private void deliver(String id) {
        try {
            deliverPending(id);
        } catch (RuntimeException e) {
            log.error("Notification {} could not be delivered", id, e);
        }
    }

    private void deliverPending(String id) {
        find(id).filter(NotificationDelivery::pending).ifPresent(delivery -> {
            if (delivery.sends().isEmpty()) {
                for (int i = 1; i < delivery.copies(); i++) {
                    onTheWay.incrementAndGet();
                    postmen.execute(() -> sendCopy(delivery));
                }
            }
            sendAndRecord(delivery);
            find(id).ifPresent(this::schedule);
        });
    }

    private void sendCopy(NotificationDelivery delivery) {
        try {
            sendAndRecord(delivery);
        } finally {
            onTheWay.decrementAndGet();
        }
    }

    private Send sendAndRecord(NotificationDelivery delivery) {
        var send = post(delivery.url(), signed(delivery.fields(), delivery.signer()));
        synchronized (deliveries) {
            var changed = record(deliveries.getOrDefault(delivery.id(), delivery), send);
            journal.append(changed);
            deliveries.put(changed.id(), changed);
        }
        return send;
    }

    private NotificationDelivery record(NotificationDelivery delivery, Send send) {
        var tries = delivery.sends().size();
        var before = delivery.state();
        if (before == State.ACCEPTED || send.accepted()) {
            return delivery.after(send, State.ACCEPTED, delivery.due());
        }
        if (before != State.PENDING) {
            return delivery.after(send, before, delivery.due());
        }
        if (!delivery.repeats() || tries >= waits.size()) {
            return delivery.after(send, State.GIVEN_UP, delivery.due());
        }
        return delivery.after(send, State.PENDING, clock.instant().plus(waits.get(tries)));
    }

    private Map<String, String> signed(Map<String, String> fields, NotificationSigner signer) {
        var content = Rsa2Signatures.content(fields, UNSIGNED);
        var signed = new LinkedHashMap<>(fields);
        switch (signer) {
            case REAL -> signed.put("sign", Rsa2Signatures.sign(content, keys.signing()));
            case OTHER_KEY -> signed.put("sign", Rsa2Signatures.sign(content, strangers.getPrivate()));
            case BROKEN -> signed.put("sign", broken(Rsa2Signatures.sign(content, keys.signing())));
            case NONE -> signed.remove("sign");
        }
        return signed;
    }

    private static String broken(String sign) {
        return (sign.charAt(0) == 'A' ? 'B' : 'A') + sign.substring(1);
    }

    private Send post(String url, Map<String, String> form) {
        var now = clock.instant();
        try {
            var request = HttpRequest.newBuilder(URI.create(url))
                    .timeout(properties.sendTimeout())
                    .header("Content-Type", "application/x-www-form-urlencoded; charset=utf-8")
                    .POST(HttpRequest.BodyPublishers.ofString(encoded(form)))
                    .build();
            var answer = http.send(request, HttpResponse.BodyHandlers.ofString());
            return new Send(now, answer.statusCode(), shortened(answer.body()));
        } catch (IOException | IllegalArgumentException e) {
            return new Send(now, 0, shortened(e.toString()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Send(now, 0, "interrupted");
        }
    }

    private static String encoded(Map<String, String> form) {
        return form.entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), UTF_8))
                .collect(Collectors.joining("&"));
    }

    private static String shortened(String text) {
        return text.length() <= LONGEST_ANSWER ? text : text.substring(0, LONGEST_ANSWER);
    }

    @Override
    public void start() {
        running = true;
        deliveries().forEach(this::schedule);
    }

    @Override
    public void stop() {
        running = false;
        postmen.shutdownNow();
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
