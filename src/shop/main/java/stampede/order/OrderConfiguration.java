package stampede.order;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import stampede.signing.SigningKeys;
import stampede.stock.AddressKeys;
import stampede.task.DelayLane;

/** Beans of the order module: the keys of purchase tokens and of addresses, and the queue lane for payment times. */
@Configuration(proxyBeanMethods = false)
class OrderConfiguration {

    @Bean
    PurchaseTokens purchaseTokens(SigningKeys keys) {
        return new PurchaseTokens(keys.ofPurchases());
    }

    @Bean
    AddressKeys addressKeys(SigningKeys keys) {
        return new AddressKeys(keys.ofPurchases());
    }

    @Bean
    DelayLane paymentTimeLane(OrderProperties properties) {
        return new DelayLane(properties.paymentTime());
    }
}
