package stampede.challenge;

import java.util.List;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import stampede.signing.HmacKeys;
import stampede.signing.SigningKeys;

@Configuration(proxyBeanMethods = false)
class ChallengeConfiguration {

    @Bean
    ProofOfWork proofOfWork(SigningKeys keys) {
        return new ProofOfWork(ofChallenges(keys, "stampede-challenge-1"));
    }

    @Bean
    WaitSigner waitSigner(SigningKeys keys) {
        return new WaitSigner(ofChallenges(keys, "stampede-wait-1"));
    }

    /** Keys of their own, made of those of purchases: what a puzzle has signed is in a form that others have chosen. */
    private static List<SecretKey> ofChallenges(SigningKeys keys, String what) {
        return keys.ofPurchases().stream()
                .<SecretKey>map(key -> new SecretKeySpec(new HmacKeys(List.of(key)).sign(what), "HmacSHA256"))
                .toList();
    }
}
