package stampede.purchase;

import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import stampede.signing.SigningKeys;

/** The keys that sign purchase ids and what bots show: those of the purchase tokens, for other kinds of text. */
@Configuration(proxyBeanMethods = false)
class PurchaseConfiguration {

    @Bean
    BotPasses botPasses(SigningKeys keys, Clock clock) {
        return new BotPasses(keys.ofPurchases(), clock);
    }

    @Bean
    PurchaseIdSigner purchaseIdSigner(SigningKeys keys) {
        return new PurchaseIdSigner(keys.ofPurchases());
    }
}
