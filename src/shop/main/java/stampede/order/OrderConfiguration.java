package stampede.order;

import java.util.ArrayList;
import javax.crypto.SecretKey;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import stampede.signing.SigningKeys;
import stampede.task.DelayLane;

/** Beans of the order module: the keys of purchase tokens and the queue lane for payment times. */
@Configuration(proxyBeanMethods = false)
class OrderConfiguration {

    @Bean
    PurchaseTokens purchaseTokens(SigningKeys keys, OrderProperties properties) {
        var usable = new ArrayList<SecretKey>();
        usable.add(keys.find("STAMPEDE_TOKEN_KEY", properties.tokenKey(), "token.key"));
        if (!properties.previousTokenKey().isBlank()) {
            usable.add(keys.find("STAMPEDE_PREVIOUS_TOKEN_KEY", properties.previousTokenKey(), "previous-token.key"));
        }
        return new PurchaseTokens(usable);
    }

    @Bean
    DelayLane paymentTimeLane(OrderProperties properties) {
        return new DelayLane(properties.paymentTime());
    }
}
