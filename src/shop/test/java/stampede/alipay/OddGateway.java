package stampede.alipay;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.Signature;
import java.time.Duration;
import java.util.Base64;
import java.util.concurrent.Executors;
import tools.jackson.databind.json.JsonMapper;

/** Answers a shop's requests as Alipay never would, to see what the shop makes of it. */
final class OddGateway implements AutoCloseable {

    final AlipayAnswers answers = new AlipayAnswers();
    private final HttpServer server;
    private volatile int status = 200;
    private volatile String answer = "";
    private volatile Duration delay = Duration.ZERO;

    OddGateway() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException noPort) {
            throw new UncheckedIOException(noPort);
        }
        server.setExecutor(Executors.newCachedThreadPool());
        server.createContext("/gateway.do", exchange -> {
            exchange.getRequestBody().readAllBytes();
            try {
                Thread.sleep(delay.toMillis());
            } catch (InterruptedException stopped) {
                return;
            }
            var bytes = answer.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/html;charset=utf-8");
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        server.start();
    }

    /** Answers this from now on. */
    OddGateway answering(int newStatus, String newAnswer) {
        status = newStatus;
        answer = newAnswer;
        return this;
    }

    OddGateway after(Duration newDelay) {
        delay = newDelay;
        return this;
    }

    /** An answer as Alipay writes it, such as for the method {@code alipay_trade_query}. */
    static String signed(String method, String content, KeyPair by) {
        return "{\"%s_response\":%s,\"sign\":\"%s\"}".formatted(method, content, signature(content, by));
    }

    static String unsigned(String method, String content) {
        return "{\"%s_response\":%s}".formatted(method, content);
    }

    static String signature(String content, KeyPair by) {
        try {
            var signature = Signature.getInstance("SHA256withRSA");
            signature.initSign(by.getPrivate());
            signature.update(content.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(signature.sign());
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    AlipayProperties properties(Duration timeout) {
        return new AlipayProperties(
                URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/gateway.do"),
                "2026000000000001",
                "2088000000000001",
                TestKeys.privateKey(TestKeys.APP),
                TestKeys.publicKey(TestKeys.ALIPAY),
                timeout);
    }

    /** The shop's side, with a short time-out. */
    Alipay asked() {
        var properties = properties(Duration.ofMillis(500));
        return new AlipayConfiguration().alipay(properties, AlipayKeys.of(properties), new JsonMapper(), answers);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
