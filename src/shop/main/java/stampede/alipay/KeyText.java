package stampede.alipay;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyFactory;
import java.security.interfaces.RSAKey;
import java.security.interfaces.RSAPrivateCrtKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.EncodedKeySpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import stampede.support.WrongSetup;

/** A key as a setting gives it: the text itself, PEM or bare base64, or the path of a file that holds it. */
final class KeyText {

    private static final int FEWEST_BITS = 2048;
    private static final String FILE = "file:";

    private final String variable;
    private final String text;

    /**
     * @param variable the environment variable that gives it, for messages
     * @throws WrongSetup if nothing is given, or a file that cannot be read
     */
    KeyText(String variable, String given) {
        this.variable = variable;
        this.text = contents(given.strip());
    }

    RSAPrivateCrtKey privateKey() {
        if (text.contains("BEGIN RSA PRIVATE KEY")) {
            throw wrong(
                    "is in PKCS#1, the form for other languages than Java",
                    "Convert it with `openssl pkcs8 -topk8 -nocrypt`, or export it for Java in Alipay's key tool.");
        }
        if (text.contains("BEGIN PUBLIC KEY")) {
            throw wrong("is a public key", "Give the app's private key.");
        }
        return longEnough(rsa(RSAPrivateCrtKey.class, new PKCS8EncodedKeySpec(bytes()), "a private key in PKCS#8"));
    }

    RSAPublicKey publicKey() {
        if (text.contains("PRIVATE KEY")) {
            throw wrong("is a private key", "Give Alipay's public key, and keep the private one to the app.");
        }
        return longEnough(rsa(RSAPublicKey.class, new X509EncodedKeySpec(bytes()), "a public key in X.509"));
    }

    private String contents(String given) {
        if (given.isEmpty()) {
            throw new WrongSetup(
                    variable + " is not set.",
                    "Set it to the key, or to the path of a file that holds it. scripts/up sets all of Alipay's settings for"
                            + " the local Alipay.");
        }
        if (given.startsWith(FILE)) {
            return fileAt(given.substring(FILE.length()));
        }
        return isFile(given) ? fileAt(given) : given;
    }

    private static boolean isFile(String given) {
        try {
            return !given.contains("\n") && Files.isRegularFile(Path.of(given));
        } catch (InvalidPathException notAPath) {
            return false;
        }
    }

    private String fileAt(String path) {
        try {
            return Files.readString(Path.of(path));
        } catch (IOException | InvalidPathException unreadable) {
            throw wrong("names the file " + path + ", which cannot be read", "Name a file that this user can read.");
        }
    }

    private byte[] bytes() {
        var base64 = text.replaceAll("-----[A-Z ]+-----", "").replaceAll("\\s", "");
        try {
            return Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException malformed) {
            throw wrong("is neither a key in PEM or base64 nor a file that exists", "Give one of these.");
        }
    }

    private <K extends RSAKey> K rsa(Class<K> type, EncodedKeySpec encoded, String wanted) {
        try {
            return type.cast(keyOf("RSA", encoded));
        } catch (GeneralSecurityException | ClassCastException notRsa) {
            var other = List.of("EC", "DSA", "Ed25519").stream().anyMatch(algorithm -> isKey(algorithm, encoded));
            throw other
                    ? wrong("is not an RSA key", "Make a pair for RSA2 with Alipay's key tool.")
                    : wrong("is not " + wanted, "Check that the right key was copied, whole.");
        }
    }

    private static boolean isKey(String algorithm, EncodedKeySpec encoded) {
        try {
            keyOf(algorithm, encoded);
            return true;
        } catch (GeneralSecurityException no) {
            return false;
        }
    }

    private static Key keyOf(String algorithm, EncodedKeySpec encoded) throws GeneralSecurityException {
        var factory = KeyFactory.getInstance(algorithm);
        return encoded instanceof PKCS8EncodedKeySpec
                ? factory.generatePrivate(encoded)
                : factory.generatePublic(encoded);
    }

    private <K extends RSAKey> K longEnough(K key) {
        var bits = key.getModulus().bitLength();
        if (bits < FEWEST_BITS) {
            throw wrong(
                    "has " + bits + " bits; RSA2 wants at least " + FEWEST_BITS,
                    "Make a longer pair with Alipay's key tool.");
        }
        return key;
    }

    private WrongSetup wrong(String what, String remedy) {
        return new WrongSetup(variable + " " + what + ".", remedy);
    }
}
