package stampede.order;

import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import stampede.task.DelayLane;

/** The beans of orders that are values: the token's keys and the lane in which payment times run out. */
@Configuration(proxyBeanMethods = false)
class OrderConfiguration {

    @Bean
    PurchaseTokens purchaseTokens(OrderProperties properties) {
        return new PurchaseTokens(Stream.of(properties.tokenKey(), properties.previousTokenKey())
                .filter(key -> !key.isEmpty())
                .map(key -> key.getBytes(StandardCharsets.UTF_8))
                .toList());
    }

    @Bean
    DelayLane paymentTimeLane(OrderProperties properties) {
        return new DelayLane(properties.paymentTime());
    }
}
