package stampede.alipay;

import java.security.interfaces.RSAPrivateCrtKey;
import java.security.interfaces.RSAPublicKey;
import java.util.Base64;
import stampede.support.WrongSetup;

/**
 * The two keys a shop needs: its app's private one and Alipay's public one. RSA, at least 2048 bits, and not two halves of the
 * same pair.
 */
final class AlipayKeys {

    static final String APP_PRIVATE_KEY = "STAMPEDE_ALIPAY_APP_PRIVATE_KEY";
    static final String PUBLIC_KEY = "STAMPEDE_ALIPAY_PUBLIC_KEY";

    private final RSAPrivateCrtKey appPrivate;
    private final RSAPublicKey alipayPublic;

    private AlipayKeys(RSAPrivateCrtKey appPrivate, RSAPublicKey alipayPublic) {
        this.appPrivate = appPrivate;
        this.alipayPublic = alipayPublic;
    }

    /**
     * Reads both.
     *
     * @throws WrongSetup that says which is missing or wrong, and how
     */
    static AlipayKeys of(AlipayProperties properties) {
        var appPrivate = new KeyText(APP_PRIVATE_KEY, properties.appPrivateKey()).privateKey();
        var alipayPublic = new KeyText(PUBLIC_KEY, properties.publicKey()).publicKey();
        if (appPrivate.getModulus().equals(alipayPublic.getModulus())) {
            throw new WrongSetup(
                    PUBLIC_KEY + " is the app's own public key; what is wanted is Alipay's.",
                    "On Alipay's page for the app's keys, copy the key that is named Alipay's public key (支付宝公钥).");
        }
        return new AlipayKeys(appPrivate, alipayPublic);
    }

    /** In base64, as the SDK wants it. */
    String appPrivateKey() {
        return Base64.getEncoder().encodeToString(appPrivate.getEncoded());
    }

    /** In base64, as the SDK wants it. */
    String alipayPublicKey() {
        return Base64.getEncoder().encodeToString(alipayPublic.getEncoded());
    }
}
