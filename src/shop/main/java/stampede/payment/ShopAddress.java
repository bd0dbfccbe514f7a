package stampede.payment;

import java.net.URI;
import org.springframework.core.env.Environment;
import org.springframework.core.env.Profiles;
import org.springframework.stereotype.Component;
import stampede.support.WrongSetup;

/** How browsers and Alipay reach this shop. */
@Component
class ShopAddress {

    private final String publicUrl;
    private final Environment environment;

    /** @throws WrongSetup if production is not told its address, or one without HTTPS */
    ShopAddress(PaymentProperties properties, Environment environment) {
        this.publicUrl = properties.publicUrl();
        this.environment = environment;
        if (environment.acceptsProfiles(Profiles.of("production")) && !publicUrl.startsWith("https://")) {
            throw new WrongSetup(
                    publicUrl.isEmpty()
                            ? "STAMPEDE_PUBLIC_URL is not set."
                            : "STAMPEDE_PUBLIC_URL is " + publicUrl + ": the profile production takes HTTPS only.",
                    "Set it to the address under which browsers and Alipay reach the shop, such as https://shop.example.");
        }
    }

    /** Where Alipay reports what happened. */
    URI notifyUrl() {
        return at(AlipayNotifyController.PATH);
    }

    /** Where Alipay sends browsers back to. */
    URI returnUrl() {
        return at("/payments/alipay/return");
    }

    /** Asked for late: the port may be known only once the shop listens. */
    private URI at(String path) {
        return URI.create((publicUrl.isEmpty() ? thisMachine() : publicUrl) + path);
    }

    private String thisMachine() {
        return "http://127.0.0.1:"
                + environment.getProperty("local.server.port", environment.getProperty("server.port", "8080"));
    }
}
