package stampede.journey;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import stampede.Stampede;
import stampede.alipaysandbox.AlipaySandbox;
import stampede.servers.TlsServers;
import stampede.testing.JavaProcess;

/**
 * An empty shop in profile production: its program, the local Alipay's and {@code scripts/operator} in processes of their own, with servers
 * of their own, keys and passwords that nobody knows, and TLS between all of them and to the browser. The authority that signed the
 * certificates is known to nobody but these programs.
 */
final class ProductionShop implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(8);
    private static final String STORE_PASSWORD = "only-certificates";
    private static final String APP_ID = "2021000000000088";
    private static final String SELLER_ID = "2088000000000088";

    /** With an older Java production does not start; then everything else is as in production. */
    private static final boolean HAS_PRODUCTIONS_JAVA = Runtime.version().feature() >= 21;

    private final Path directory;
    private final TlsServers servers;
    private final KeyStore trusted;
    private final int port = freePort();
    private final int alipayPort = freePort();
    private final Map<String, String> settings = new LinkedHashMap<>();
    private final JavaProcess alipay;
    private final JavaProcess shop;

    private ProductionShop(Path directory, TlsServers servers, List<String> more)
            throws IOException, GeneralSecurityException {
        this.directory = directory;
        this.servers = servers;
        this.trusted = trusted(servers.ca());
        try (var file = Files.newOutputStream(trustStore())) {
            trusted.store(file, STORE_PASSWORD.toCharArray());
        }
        makeProgram();
        fill();
        this.alipay = startAlipay();
        await("the local Alipay's keys").atMost(PATIENCE).until(this::hasKeys);
        this.shop = startShop(more);
    }

    /** Begins to start; what it says is in {@code log} of that directory. */
    static ProductionShop start(Path directory, String... more) {
        var servers = TlsServers.start(directory);
        try {
            return new ProductionShop(directory, servers, List.of(more));
        } catch (IOException | GeneralSecurityException | RuntimeException failure) {
            servers.close();
            throw new IllegalStateException(failure);
        }
    }

    /** Such as {@code https://localhost:12345}. */
    String address() {
        return "https://localhost:" + port;
    }

    String alipayAddress() {
        return "https://localhost:" + alipayPort;
    }

    /** What {@code scripts/operator} prints as the one-time password of a new operator. */
    String makeOperator(String name) {
        try {
            var script = new ProcessBuilder("scripts/operator", name).directory(directory.toFile());
            script.environment().keySet().removeIf(variable -> variable.matches("(STAMPEDE|SPRING|SERVER)_.*"));
            script.environment().putAll(settings);
            script.environment().put("JAVA_HOME", System.getProperty("java.home"));
            script.environment().put("JAVA_TOOL_OPTIONS", String.join(" ", trusting()));
            var said = directory.resolve("operator");
            var process = script.redirectOutput(said.toFile())
                    .redirectError(directory.resolve("operator-errors").toFile())
                    .start();
            var ended = process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            assertThat(ended && process.exitValue() == 0)
                    .as(() -> read(said)
                            + read(directory.resolve("operator-errors"))
                            + read(directory.resolve(".local/up/operator.log")))
                    .isTrue();
            return read(said).replaceFirst("(?s).*One-time password: +(\\S+).*", "$1");
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    /** Waits until it takes requests. */
    void awaitOpen() throws GeneralSecurityException {
        var client = HttpClient.newBuilder().sslContext(context()).build();
        var health = HttpRequest.newBuilder(URI.create(address() + "/actuator/health"))
                .timeout(Duration.ofSeconds(10))
                .build();
        await("the shop's start")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(300))
                .ignoreExceptionsMatching(IOException.class::isInstance)
                .until(() -> {
                    shop.assertRuns();
                    return client.send(health, BodyHandlers.discarding()).statusCode() == 200;
                });
    }

    @Override
    public void close() {
        shop.kill();
        alipay.kill();
        servers.close();
    }

    /** The lines of its log that tell of something wrong. */
    List<String> warnings() {
        return read(directory.resolve("log"))
                .lines()
                .filter(line -> line.contains(" WARN ") || line.contains(" ERROR "))
                .toList();
    }

    private void fill() {
        settings.putAll(servers.settings());
        settings.put("SPRING_PROFILES_ACTIVE", HAS_PRODUCTIONS_JAVA ? "production" : "development");
        settings.put("STAMPEDE_PUBLIC_URL", address());
        settings.put("STAMPEDE_SIGNING_KEY", key());
        settings.put("STAMPEDE_TOKEN_KEY", key());
        settings.put("STAMPEDE_ALIPAY_GATEWAY", alipayAddress() + "/gateway.do");
        settings.put("STAMPEDE_ALIPAY_APP_ID", APP_ID);
        settings.put("STAMPEDE_ALIPAY_SELLER_ID", SELLER_ID);
        settings.put("STAMPEDE_ALIPAY_APP_PRIVATE_KEY", alipayKey("app-private").toString());
        settings.put("STAMPEDE_ALIPAY_PUBLIC_KEY", alipayKey("alipay-public").toString());
        settings.put("SERVER_ADDRESS", "127.0.0.1");
        if (!HAS_PRODUCTIONS_JAVA) {
            settings.put("STAMPEDE_ACCOUNT_SECURE", "true");
            settings.put("STAMPEDE_ACCOUNT_SECONDFACTORREQUIRED", "true");
        }
    }

    private JavaProcess startAlipay() {
        return JavaProcess.startApart(
                AlipaySandbox.class,
                JavaProcess.classPath(),
                trusting(),
                Stream.concat(
                                Stream.of(
                                        "--spring.profiles.active=development",
                                        "--server.port=" + alipayPort,
                                        "--stampede.alipaysandbox.app-id=" + APP_ID,
                                        "--stampede.alipaysandbox.seller-id=" + SELLER_ID,
                                        "--stampede.alipaysandbox.directory=" + directory.resolve("alipay"),
                                        "--stampede.alipaysandbox.tick=100ms"),
                                certificate())
                        .toList(),
                directory.resolve("alipay-log"));
    }

    private JavaProcess startShop(List<String> more) {
        var arguments = Stream.concat(
                        settings.entrySet().stream().map(one -> "--" + argument(one.getKey()) + "=" + one.getValue()),
                        Stream.of(
                                "--server.port=" + port,
                                "--STAMPEDE_RABBIT_ADMIN=",
                                "--STAMPEDE_RABBIT_MANAGEMENT=",
                                "--spring.main.banner-mode=off"))
                .toList();
        return JavaProcess.startApart(
                Stampede.class,
                program().toString(),
                Stream.concat(trusting().stream(), Stream.of("-Xmx384m")).toList(),
                Stream.of(arguments.stream(), certificate(), more.stream())
                        .flatMap(all -> all)
                        .toList(),
                directory.resolve("log"));
    }

    /** What Spring Boot, not the shop's own file, gives another name. */
    private static String argument(String variable) {
        return variable.matches("(SPRING|SERVER)_.*|STAMPEDE_ACCOUNT_.*")
                ? variable.toLowerCase(Locale.ROOT).replace('_', '.')
                : variable;
    }

    private Stream<String> certificate() {
        return Stream.of(
                "--server.ssl.certificate=file:" + servers.certificate(),
                "--server.ssl.certificate-private-key=file:" + servers.certificateKey());
    }

    private List<String> trusting() {
        return List.of(
                "-Djavax.net.ssl.trustStore=" + trustStore(),
                "-Djavax.net.ssl.trustStorePassword=" + STORE_PASSWORD,
                "-Djavax.net.ssl.trustStoreType=PKCS12");
    }

    private SSLContext context() throws GeneralSecurityException {
        var managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(trusted);
        var context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        return context;
    }

    private static KeyStore trusted(String ca) throws IOException, GeneralSecurityException {
        var store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        try (var file = Files.newInputStream(Path.of(ca))) {
            store.setCertificateEntry(
                    "ca", CertificateFactory.getInstance("X.509").generateCertificate(file));
        }
        return store;
    }

    /** A clone as {@code scripts/up} leaves it, whose jar leads to the classes that the tests run on, without those of tests. */
    private void makeProgram() throws IOException {
        var copy = new ProcessBuilder(
                "cp", "-r", Path.of("scripts").toAbsolutePath().toString(), ".");
        try {
            assertThat(copy.directory(directory.toFile()).start().waitFor()).isZero();
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
        Files.createDirectories(program().getParent());
        var manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, Stampede.class.getName());
        manifest.getMainAttributes()
                .put(
                        Attributes.Name.CLASS_PATH,
                        Arrays.stream(JavaProcess.classPath().split(File.pathSeparator, -1))
                                .filter(entry ->
                                        !entry.matches(".*(test-classes|-tests\\.jar|stampede-alipay.*\\.jar)/?"))
                                .map(entry -> Path.of(entry).toUri().toString())
                                .collect(Collectors.joining(" ")));
        new JarOutputStream(Files.newOutputStream(program()), manifest).close();
    }

    private Path program() {
        return directory.resolve(".local/up/app/stampede-of-the-tests.jar");
    }

    private Path trustStore() {
        return directory.resolve("trusted.p12");
    }

    private Path alipayKey(String name) {
        return directory.resolve("alipay").resolve(name + ".pem");
    }

    private boolean hasKeys() {
        alipay.assertRuns();
        return Files.exists(alipayKey("app-private")) && Files.exists(alipayKey("alipay-public"));
    }

    private static String key() {
        var bytes = new byte[32];
        new SecureRandom().nextBytes(bytes);
        return Base64.getEncoder().encodeToString(bytes);
    }

    private static String read(Path file) {
        try {
            return Files.exists(file) ? Files.readString(file, UTF_8) : "";
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Below those that the system lends out. */
    private static int freePort() {
        return IntStream.generate(() -> ThreadLocalRandom.current().nextInt(10_700, 20_000))
                .filter(ProductionShop::isFree)
                .findFirst()
                .orElseThrow();
    }

    private static boolean isFree(int port) {
        try (var socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException taken) {
            return false;
        }
    }
}
