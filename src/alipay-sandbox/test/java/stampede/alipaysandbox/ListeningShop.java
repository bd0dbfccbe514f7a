package stampede.alipaysandbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntFunction;

/** A shop's address for notifications, and no more of a shop: writes down what comes and answers as it is told. */
final class ListeningShop implements AutoCloseable {

    private final List<Map<String, String>> heard = new CopyOnWriteArrayList<>();
    private final ExecutorService threads = Executors.newFixedThreadPool(4);
    private final HttpServer server;
    private volatile IntFunction<String> answers = count -> "success";

    ListeningShop() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/notify", this::hear);
        server.setExecutor(threads);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/notify";
    }

    /** What to answer from now on, by how many have come with it. */
    void answer(IntFunction<String> byCount) {
        answers = byCount;
    }

    /** What came about an order, in the order it came. */
    List<Map<String, String>> heard(String order) {
        return heard.stream()
                .filter(form -> order.equals(form.get("out_trade_no")))
                .toList();
    }

    private void hear(HttpExchange exchange) throws IOException {
        var form = new LinkedHashMap<String, String>();
        RequestVerifier.parse(new String(exchange.getRequestBody().readAllBytes(), UTF_8))
                .forEach((name, values) -> form.put(name, values[0]));
        heard.add(form);
        var answer = answers.apply(heard.size()).getBytes(UTF_8);
        exchange.sendResponseHeaders(200, answer.length);
        exchange.getResponseBody().write(answer);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
