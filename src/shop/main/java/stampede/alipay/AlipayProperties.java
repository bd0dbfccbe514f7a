package stampede.alipay;

import java.net.URI;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Which Alipay, and who the shop is there. What is missing or wrong stops the start; see {@link AlipayKeys} and {@link
 * AlipaySetupCheck}.
 *
 * @param gateway where requests go; the default is the local Alipay's
 * @param appId the app that the shop is to Alipay
 * @param sellerId the account that the money goes to
 * @param appPrivateKey what the shop signs with: PKCS#8 as PEM or base64, or the path of a file that holds it
 * @param publicKey what Alipay's answers and notifications are verified with: X.509, given in the same ways
 * @param timeout how long to wait for a connection, and then for an answer
 */
@Validated
@ConfigurationProperties("stampede.alipay")
record AlipayProperties(
        @DefaultValue("http://127.0.0.1:20088/gateway.do") URI gateway,
        @DefaultValue("") String appId,
        @DefaultValue("") String sellerId,
        @DefaultValue("") String appPrivateKey,
        @DefaultValue("") String publicKey,
        @DurationMin(millis = 100) @DefaultValue("15s") Duration timeout) {

    /** Without the keys, because settings are printed when something is wrong with them. */
    @Override
    public String toString() {
        return "AlipayProperties[gateway=" + gateway + ", appId=" + appId + ", sellerId=" + sellerId + "]";
    }
}
