package stampede.payment;

import java.net.URI;
import org.springframework.core.env.Environment;
import org.springframework.core.env.Profiles;
import org.springframework.stereotype.Component;
import stampede.ids.Ids;
import stampede.order.OrderId;
import stampede.support.WrongSetup;

/** How browsers and Alipay reach this shop. */
@Component
class ShopAddress {

    private final String publicUrl;
    private final String notifyUrl;
    private final Environment environment;

    /** @throws WrongSetup if production is not told its address, or one without HTTPS */
    ShopAddress(PaymentProperties properties, Environment environment) {
        this.publicUrl = properties.publicUrl();
        this.notifyUrl = properties.notifyUrl().isEmpty() ? publicUrl : properties.notifyUrl();
        this.environment = environment;
        if (environment.acceptsProfiles(Profiles.of("production"))) {
            refuseWithoutHttps("STAMPEDE_PUBLIC_URL", publicUrl);
            refuseWithoutHttps("STAMPEDE_NOTIFY_URL", notifyUrl);
        }
    }

    private static void refuseWithoutHttps(String setting, String address) {
        if (!address.startsWith("https://")) {
            throw new WrongSetup(
                    address.isEmpty()
                            ? setting + " is not set."
                            : setting + " is " + address + ": the profile production takes HTTPS only.",
                    "Set it to the address under which browsers and Alipay reach the shop, such as https://shop.example.");
        }
    }

    /**
     * Where Alipay reports what happened to an order. Three hexadecimal digits say which node has made the order's number, and with that which
     * of several whole shops has it: the number itself comes in a body that no proxy reads, and its bits do not show in its decimal digits.
     */
    URI notifyUrl(OrderId order) {
        return at(notifyUrl, "%s/%03x".formatted(AlipayNotifyController.PATH, Ids.nodeOf(order.value())));
    }

    /** Where Alipay sends browsers back to. */
    URI returnUrl() {
        return at(publicUrl, "/payments/alipay/return");
    }

    /** Asked for late: the port may be known only once the shop listens. */
    private URI at(String address, String path) {
        return URI.create((address.isEmpty() ? thisMachine() : address) + path);
    }

    private String thisMachine() {
        return "http://127.0.0.1:"
                + environment.getProperty("local.server.port", environment.getProperty("server.port", "8080"));
    }
}
