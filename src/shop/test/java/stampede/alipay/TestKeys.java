package stampede.alipay;

import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/** Key pairs for tests, made once because that takes long. */
final class TestKeys {

    static final KeyPair APP = rsa(2048);
    static final KeyPair ALIPAY = rsa(2048);
    static final KeyPair STRANGER = rsa(2048);

    private TestKeys() {}

    static KeyPair rsa(int bits) {
        return pair("RSA", bits);
    }

    static KeyPair pair(String algorithm, int bits) {
        try {
            var generator = KeyPairGenerator.getInstance(algorithm);
            generator.initialize(bits);
            return generator.generateKeyPair();
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    static String privateKey(KeyPair pair) {
        return Base64.getEncoder().encodeToString(pair.getPrivate().getEncoded());
    }

    static String publicKey(KeyPair pair) {
        return Base64.getEncoder().encodeToString(pair.getPublic().getEncoded());
    }
}
