package stampede.order;

import java.util.ArrayList;
import javax.crypto.SecretKey;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import stampede.signing.SigningKeys;
import stampede.task.DelayLane;

/** The beans of orders that are values: the token's keys and the lane in which payment times run out. */
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
