package stampede.demo;

import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Profile;
import org.springframework.http.MediaType;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestClient;
import stampede.account.AccountId;
import stampede.order.OrderId;
import stampede.order.Orders;
import stampede.payment.PaymentChannel;
import stampede.payment.Payments;

/** Pays an order as a shopper would, at the local Alipay and at no other: nobody's money moves. */
@Component
@Profile("demo & !production")
class DemoCheckout {

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Orders orders;
    private final Payments payments;
    private final URI gateway;
    private final RestClient http;

    DemoCheckout(
            Orders orders,
            Payments payments,
            @Value("${stampede.alipay.gateway:http://127.0.0.1:20088/gateway.do}") URI gateway) {
        this.orders = orders;
        this.payments = payments;
        this.gateway = gateway;
        var requests = new JdkClientHttpRequestFactory(
                HttpClient.newBuilder().connectTimeout(PATIENCE).build());
        requests.setReadTimeout(PATIENCE);
        this.http = RestClient.builder().requestFactory(requests).build();
    }

    /** Whether the shop pays at an Alipay of this machine. */
    boolean isLocal() {
        return Set.of("127.0.0.1", "localhost").contains(String.valueOf(gateway.getHost()));
    }

    /**
     * Goes to pay and pays. Alipay tells the shop itself.
     *
     * @throws IllegalStateException if the shop pays elsewhere
     * @throws org.springframework.web.client.RestClientException if the local Alipay is away or says no
     * @throws stampede.payment.PaymentRefused if the order does not wait for money any more
     */
    void pay(AccountId shopper, OrderId id) {
        if (!isLocal()) {
            throw new IllegalStateException("The demonstration pays at a local Alipay only, not at " + gateway);
        }
        orders.find(shopper, id).ifPresent(order -> {
            payments.begin(order, PaymentChannel.PAGE);
            send(payments.page(order));
        });
    }

    private void send(URI payPage) {
        http.post()
                .uri(gateway.resolve("/control/orders"))
                .contentType(MediaType.APPLICATION_JSON)
                .body(Map.of("payUrl", payPage.toString(), "act", "PAY"))
                .retrieve()
                .toBodilessEntity();
    }
}
