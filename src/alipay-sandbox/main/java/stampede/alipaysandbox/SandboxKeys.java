package stampede.alipaysandbox;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;

/**
 * The keys of both sides, RSA 2048: Alipay's own pair, and the one a merchant makes with Alipay's key tool. All four lie in the
 * directory as PEM files, so that the shop can be given the two that are its business.
 *
 * @param alipay what answers and notifications are signed with
 * @param app what the shop signs with
 */
record SandboxKeys(KeyPair alipay, KeyPair app) {

    /** Reads the keys in this directory, and makes those that are missing. */
    static SandboxKeys in(Path directory) {
        try {
            Files.createDirectories(directory);
            return new SandboxKeys(pair(directory, "alipay"), pair(directory, "app"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new SandboxSetupException(
                    "A key in " + directory + " cannot be read.", "Delete the four .pem files: new ones are made.");
        }
    }

    /** A pair that belongs to nobody. */
    static KeyPair strangers() {
        try {
            var generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2048);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static KeyPair pair(Path directory, String owner) throws IOException, GeneralSecurityException {
        var secret = directory.resolve(owner + "-private.pem");
        var open = directory.resolve(owner + "-public.pem");
        if (Files.exists(secret) && Files.exists(open)) {
            var keys = KeyFactory.getInstance("RSA");
            return new KeyPair(
                    keys.generatePublic(new X509EncodedKeySpec(bytes(open))),
                    keys.generatePrivate(new PKCS8EncodedKeySpec(bytes(secret))));
        }
        var made = strangers();
        if (!Files.exists(secret)) {
            Files.createFile(
                    secret, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        }
        Files.writeString(secret, pem("PRIVATE KEY", made.getPrivate()));
        Files.writeString(open, pem("PUBLIC KEY", made.getPublic()));
        return made;
    }

    private static byte[] bytes(Path file) throws IOException {
        return Base64.getMimeDecoder().decode(Files.readString(file).replaceAll("-----[A-Z ]+-----", ""));
    }

    private static String pem(String title, Key key) {
        var lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(key.getEncoded());
        return "-----BEGIN " + title + "-----\n" + lines + "\n-----END " + title + "-----\n";
    }

    PrivateKey signing() {
        return alipay.getPrivate();
    }

    PublicKey ofTheApp() {
        return app.getPublic();
    }
}
