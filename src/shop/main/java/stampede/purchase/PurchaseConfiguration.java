package stampede.purchase;

import java.util.ArrayList;
import javax.crypto.SecretKey;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import stampede.signing.SigningKeys;

/** The keys that sign purchase ids: those of the purchase tokens, for another kind of text. */
@Configuration(proxyBeanMethods = false)
class PurchaseConfiguration {

    @Bean
    PurchaseIdSigner purchaseIdSigner(
            SigningKeys keys,
            @Value("${stampede.order.token-key:}") String key,
            @Value("${stampede.order.previous-token-key:}") String previous) {
        var usable = new ArrayList<SecretKey>();
        usable.add(keys.find("STAMPEDE_TOKEN_KEY", key, "token.key"));
        if (!previous.isBlank()) {
            usable.add(keys.find("STAMPEDE_PREVIOUS_TOKEN_KEY", previous, "previous-token.key"));
        }
        return new PurchaseIdSigner(usable);
    }
}
