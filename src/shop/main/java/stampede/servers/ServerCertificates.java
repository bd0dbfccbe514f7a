package stampede.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.LinkedHashMap;
import java.util.Map;
import stampede.support.WrongSetup;

/** Who signs the certificates of database, Redis and broker, in each form that a client wants. */
final class ServerCertificates {

    /** Guards nothing: certificates are public. MySQL's driver wants one. */
    private static final String STORE_PASSWORD = "certificates";

    private final Path pem;
    private final Path store;

    private ServerCertificates(Path pem, Path store) {
        this.pem = pem;
        this.store = store;
    }

    /**
     * @param file the path of a PEM file with one certificate or more
     * @throws WrongSetup if there is none
     */
    static ServerCertificates of(String file) {
        var pem = Path.of(file);
        try (var in = Files.newInputStream(pem)) {
            var certificates = CertificateFactory.getInstance("X.509").generateCertificates(in);
            var store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            for (var certificate : certificates) {
                store.setCertificateEntry("servers-" + store.size(), certificate);
            }
            if (store.size() == 0) {
                throw new GeneralSecurityException("no certificate in it");
            }
            return new ServerCertificates(pem.toAbsolutePath(), write(store));
        } catch (IOException | GeneralSecurityException unusable) {
            throw new WrongSetup(
                    "STAMPEDE_SERVERS_CA names " + file + ", and that cannot be read as certificates (" + unusable
                            + ").",
                    "Set it to a PEM file with the certificate of who signed those of the servers, or leave it away if the JDK knows them.");
        }
    }

    /** MySQL's driver reads no PEM. */
    private static Path write(KeyStore store) throws IOException, GeneralSecurityException {
        var file = Files.createTempFile("stampede-servers-", ".p12");
        file.toFile().deleteOnExit();
        try (var out = Files.newOutputStream(file)) {
            store.store(out, STORE_PASSWORD.toCharArray());
        }
        return file;
    }

    /** As a location that Spring reads. */
    String certificates() {
        return pem.toUri().toString();
    }

    Map<String, String> driverParameters() {
        var parameters = new LinkedHashMap<String, String>();
        try {
            parameters.put("trustCertificateKeyStoreUrl", store.toUri().toURL().toString());
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        parameters.put("trustCertificateKeyStoreType", "PKCS12");
        parameters.put("trustCertificateKeyStorePassword", STORE_PASSWORD);
        return parameters;
    }
}
