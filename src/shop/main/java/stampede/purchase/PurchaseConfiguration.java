package stampede.purchase;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import stampede.signing.SigningKeys;

/** The keys that sign purchase ids: those of the purchase tokens, for another kind of text. */
@Configuration(proxyBeanMethods = false)
class PurchaseConfiguration {

    @Bean
    PurchaseIdSigner purchaseIdSigner(SigningKeys keys) {
        return new PurchaseIdSigner(keys.ofPurchases());
    }
}
