package stampede.alipaysandbox;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.http.MediaType;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.RestClient;
import stampede.testing.OneStartAtATime;

/**
 * The local Alipay that the tests share: one in the test's JVM, its waits a thousandth of Alipay's, seen through its HTTP doors
 * only. Orders of others are none of a test's business, so ask by order, and bind a {@link LocalAlipayFault} to one or take it back.
 */
public final class LocalAlipay {

    public static final String APP_ID = "2021000000000088";
    public static final String SELLER_ID = "2088000000000088";

    private static final class Shared {

        static final LocalAlipay INSTANCE = start();
    }

    private final String address;
    private final Path directory;
    private final RestClient client;

    private LocalAlipay(String address, Path directory) {
        this.address = address;
        this.directory = directory;
        // The JDK's client, whatever else lies on the class path: it has no limit of connections.
        this.client = RestClient.builder()
                .baseUrl(address)
                .requestFactory(new JdkClientHttpRequestFactory())
                .build();
    }

    /** The one of this JVM; started when first wanted. */
    public static LocalAlipay shared() {
        return OneStartAtATime.first(() -> Shared.INSTANCE);
    }

    /** One that nobody else trades at: for tests that count all of its trades. It ends with this JVM. */
    public static LocalAlipay own() {
        return start();
    }

    /** One that somebody else has started there, its keys in this directory. */
    static LocalAlipay at(String address, Path directory) {
        return new LocalAlipay(address, directory);
    }

    /** One that does none of the refunds later that a fault left undone, however slowly a test comes to look. */
    static LocalAlipay withoutLateRefunds() {
        return start(Duration.ofHours(1));
    }

    private static LocalAlipay start() {
        return start(Duration.ofSeconds(1));
    }

    private static LocalAlipay start(Duration lateRefund) {
        try {
            var directory = Files.createTempDirectory(Files.createDirectories(Path.of("target")), "alipay");
            var program = AlipaySandbox.program()
                    .run(
                            "--server.port=0",
                            "--stampede.alipaysandbox.app-id=" + APP_ID,
                            "--stampede.alipaysandbox.seller-id=" + SELLER_ID,
                            "--stampede.alipaysandbox.directory=" + directory,
                            "--stampede.alipaysandbox.retry-pace=0.001",
                            "--stampede.alipaysandbox.refund-pause=20ms",
                            "--stampede.alipaysandbox.late-refund=" + lateRefund,
                            "--stampede.alipaysandbox.tick=100ms");
            var port = program.getEnvironment().getRequiredProperty("local.server.port");
            return new LocalAlipay("http://127.0.0.1:" + port, directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Where it is, such as {@code http://127.0.0.1:34567}. */
    public String address() {
        return address;
    }

    /** The settings that make a shop pay here: property names and values. */
    public Map<String, String> settings() {
        return Map.of(
                "stampede.alipay.gateway",
                address + "/gateway.do",
                "stampede.alipay.app-id",
                APP_ID,
                "stampede.alipay.seller-id",
                SELLER_ID,
                "stampede.alipay.app-private-key",
                key("app-private").toString(),
                "stampede.alipay.public-key",
                key("alipay-public").toString());
    }

    /** The file of a key: {@code alipay-private}, {@code alipay-public}, {@code app-private} or {@code app-public}. */
    public Path key(String name) {
        return directory.resolve(name + ".pem");
    }

    /** The first buyer pays on this page: they sign in, pay, and a notification goes out. */
    public Bought pay(URI payPage) {
        return buy(payPage, "buyer1", "PAY");
    }

    /** Another name is another buyer, and another trade. */
    public Bought pay(URI payPage, String buyer) {
        return buy(payPage, buyer, "PAY");
    }

    /** The buyer signs in only: there is a trade now, waiting. */
    public Bought open(URI payPage) {
        return buy(payPage, "buyer1", "OPEN");
    }

    /** Alipay takes the money although the trade's time is over, or it was closed. */
    public Bought payLate(URI payPage) {
        return buy(payPage, "buyer1", "PAY_LATE");
    }

    /** Pays what an app was given. */
    public Bought pay(String orderString) {
        return post("/control/orders", Map.of("orderString", orderString), Bought.class);
    }

    private Bought buy(URI payPage, String buyer, String act) {
        var purchase = Map.of("payUrl", payPage.toString(), "buyer", buyer, "act", act);
        return post("/control/orders", purchase, Bought.class);
    }

    /** Every trade there is. */
    public List<Trade> trades() {
        return client.get().uri("/control/trades").retrieve().requiredBody(new ParameterizedTypeReference<>() {});
    }

    /** The trades of an order, the oldest first. */
    public List<Trade> trades(String outTradeNo) {
        return client.get()
                .uri("/control/trades?outTradeNo={order}", outTradeNo)
                .retrieve()
                .requiredBody(new ParameterizedTypeReference<>() {});
    }

    /** Months pass: the trade can no longer be refunded. */
    public Trade finish(String tradeNo) {
        return post("/control/trades/" + tradeNo + "/finish", Map.of(), Trade.class);
    }

    /** Closes a trade that waits, as Alipay does by itself when its time is over. */
    public Trade close(String tradeNo) {
        return post("/control/trades/" + tradeNo + "/close", Map.of(), Trade.class);
    }

    /** The notifications of an order, those of faults among them. */
    public List<Notification> notifications(String outTradeNo) {
        return client.get()
                .uri("/control/notifications?outTradeNo={order}", outTradeNo)
                .retrieve()
                .requiredBody(new ParameterizedTypeReference<>() {});
    }

    /** The notifications of all orders. */
    public List<Notification> notifications() {
        return client.get()
                .uri("/control/notifications")
                .retrieve()
                .requiredBody(new ParameterizedTypeReference<>() {});
    }

    /** Sends it now, also one that was dropped, and answers what the shop said. */
    public Send sendAgain(Notification notification) {
        return post("/control/notifications/" + notification.id() + "/send-again", Map.of(), Send.class);
    }

    /** Sends a notification of one's own making. Answers what the shop said to each copy. */
    public List<Send> send(Message message) {
        return client.post()
                .uri("/control/notify")
                .contentType(MediaType.APPLICATION_JSON)
                .body(message.json())
                .retrieve()
                .requiredBody(new ParameterizedTypeReference<>() {});
    }

    /** Lets something go wrong while the body runs. */
    public <E extends Exception> void during(LocalAlipayFault localAlipayFault, Body<E> body) throws E {
        var on = switchOn(localAlipayFault);
        try {
            body.run();
        } finally {
            on.off();
        }
    }

    /** Lets something go wrong until it is switched off. */
    public Switched switchOn(LocalAlipayFault localAlipayFault) {
        var id = post("/control/faults", localAlipayFault.json(), Named.class).id();
        return () -> client.delete().uri("/control/faults/{id}", id).retrieve().toBodilessEntity();
    }

    /** These faults and no others from now on, their hits decided by this seed. */
    public void switchOn(long seed, List<LocalAlipayFault> faults) {
        client.put()
                .uri("/control/faults")
                .contentType(MediaType.APPLICATION_JSON)
                .body(Map.of(
                        "seed",
                        seed,
                        "faults",
                        faults.stream().map(LocalAlipayFault::json).toList()))
                .retrieve()
                .toBodilessEntity();
    }

    public void switchAllOff() {
        client.delete().uri("/control/faults").retrieve().toBodilessEntity();
    }

    /** What is not at its end: of all tests. */
    public Open open() {
        return client.get().uri("/control/open").retrieve().requiredBody(Open.class);
    }

    private <T> T post(String path, Object body, Class<T> answer) {
        try {
            return client.post()
                    .uri(path)
                    .contentType(MediaType.APPLICATION_JSON)
                    .body(body)
                    .retrieve()
                    .requiredBody(answer);
        } catch (HttpClientErrorException.Conflict refused) {
            throw new RefusedHere(refused.getResponseBodyAsString());
        }
    }

    private record Named(String id) {}

    /** What a purchase came to, and where the buyer's browser would go now. */
    public record Bought(Trade trade, Optional<URI> returnUrl) {}

    /** A trade; its status is Alipay's word, such as {@code TRADE_SUCCESS}. */
    public record Trade(
            String tradeNo,
            String outTradeNo,
            String buyer,
            String status,
            long fen,
            boolean paid,
            long paidBackFen,
            List<Refund> refunds) {}

    public record Refund(String requestNo, long fen, boolean done) {}

    /** A notification and what became of it: PENDING, ACCEPTED, GIVEN_UP or DROPPED. */
    public record Notification(
            String id,
            String outTradeNo,
            Map<String, String> fields,
            String signer,
            boolean repeats,
            String state,
            List<Send> sends) {}

    /** What came back: an HTTP status, 0 if there was no answer. */
    public record Send(Instant at, int status, String answer) {}

    public record Open(long deliveries, long refunds) {

        public boolean none() {
            return deliveries == 0 && refunds == 0;
        }
    }

    /** A fault that is switched on. */
    public interface Switched {

        void off();
    }

    /** What is done under a fault. */
    public interface Body<E extends Exception> {

        void run() throws E;
    }

    /** Alipay said no to the buyer; the message holds its code. */
    public static final class RefusedHere extends RuntimeException {

        private static final long serialVersionUID = 1L;

        RefusedHere(String answer) {
            super(answer);
        }
    }

    /** A notification of one's own making: what Alipay would say of a trade, or nothing, and what is to be different. */
    public static final class Message {

        private final Map<String, Object> json;

        private Message(Map<String, Object> json) {
            this.json = json;
        }

        /** Says what Alipay would say of this trade now, to the address its pay page gave. */
        public static Message about(Trade trade) {
            return new Message(Map.of("tradeNo", trade.tradeNo()));
        }

        /** Puts a value over the one that is there. */
        public Message with(String field, String value) {
            var fields = new LinkedHashMap<String, Object>();
            if (json.get("fields") instanceof Map<?, ?> before) {
                before.forEach((name, old) -> fields.put(name.toString(), old));
            }
            fields.put(field, value);
            return and("fields", fields);
        }

        public Message without(String... fields) {
            return and("without", List.of(fields));
        }

        public Message signedByAStranger() {
            return and("signer", "OTHER_KEY");
        }

        public Message signedBrokenly() {
            return and("signer", "BROKEN");
        }

        public Message unsigned() {
            return and("signer", "NONE");
        }

        /** So many at once, all the same. */
        public Message copies(int copies) {
            return and("copies", copies);
        }

        private Message and(String name, Object value) {
            var more = new LinkedHashMap<>(json);
            more.put(name, value);
            return new Message(more);
        }

        Map<String, Object> json() {
            return json;
        }
    }
}
