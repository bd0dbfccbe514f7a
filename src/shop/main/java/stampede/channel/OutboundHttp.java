package stampede.channel;

import com.google.common.net.InetAddresses;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.Timeout;
import org.springframework.core.task.TaskExecutor;

/**
 * Posts JSON to addresses that people typed in, so that nobody can turn the shop against its own network: HTTPS only, no user in the
 * address, no address inside, no redirect followed, five seconds in all, and no more than 4 kB of the answer read.
 */
final class OutboundHttp {

    private static final int LONGEST_ANSWER = 4_096;

    /** Made once, because it reads all certificates that the JDK trusts. It compares the certificate with the name. */
    private static final TlsSocketStrategy TLS = DefaultClientTlsStrategy.createDefault();

    private final DnsResolver names;
    private final boolean isPlainAllowed;
    private final Duration patience;
    private final TaskExecutor threads;

    /**
     * @param names which addresses a name has
     * @param isPlainAllowed whether HTTP will do
     * @param patience for all of it, from the look-up of the name to the end of the answer
     * @param threads one for each request
     */
    OutboundHttp(DnsResolver names, boolean isPlainAllowed, Duration patience, TaskExecutor threads) {
        this.names = names;
        this.isPlainAllowed = isPlainAllowed;
        this.patience = patience;
        this.threads = threads;
    }

    /** Never throws: whatever goes wrong is an answer too. */
    Answer post(String address, Map<String, String> headers, String json) {
        var target = read(address);
        if (target.isEmpty()) {
            return Answer.none(DeliveryCause.ADDRESS_WRONG);
        }
        // A client for each: what is late is ended by closing it, and no connection is kept for another address.
        var client = client();
        var call = new FutureTask<>(() -> send(client, target.get(), headers, json));
        try {
            threads.execute(call);
            return call.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException late) {
            return Answer.none(DeliveryCause.NO_ANSWER);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return Answer.none(DeliveryCause.NO_ANSWER);
        } catch (ExecutionException failed) {
            return Answer.none(cause(Objects.requireNonNullElse(failed.getCause(), failed)));
        } finally {
            client.close(CloseMode.IMMEDIATE);
        }
    }

    /** What is wrong with an address before anybody is asked; what its name leads to is looked at whenever it is used. */
    Optional<DeliveryCause> problem(String address) {
        var target = read(address);
        if (target.isEmpty()) {
            return Optional.of(DeliveryCause.ADDRESS_WRONG);
        }
        var host = target.get().getHost();
        if (!InetAddresses.isUriInetAddress(host)) {
            return Optional.empty();
        }
        try {
            names.resolve(host);
            return Optional.empty();
        } catch (UnknownHostException inside) {
            return Optional.of(DeliveryCause.ADDRESS_INSIDE);
        }
    }

    private Optional<URI> read(String address) {
        try {
            return Optional.of(new URI(address)).filter(this::isGood);
        } catch (URISyntaxException malformed) {
            return Optional.empty();
        }
    }

    private boolean isGood(URI uri) {
        var scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
        return (scheme.equals("https") || (isPlainAllowed && scheme.equals("http")))
                && uri.getHost() != null
                && uri.getRawUserInfo() == null
                && uri.getRawFragment() == null;
    }

    private CloseableHttpClient client() {
        var timeout = Timeout.of(patience);
        var connections = PoolingHttpClientConnectionManagerBuilder.create()
                .setDnsResolver(names)
                .setTlsSocketStrategy(TLS)
                .setDefaultConnectionConfig(ConnectionConfig.custom()
                        .setConnectTimeout(timeout)
                        .setSocketTimeout(timeout)
                        .build())
                .build();
        return HttpClients.custom()
                .setConnectionManager(connections)
                .setDefaultRequestConfig(RequestConfig.custom()
                        .setConnectionRequestTimeout(timeout)
                        .setResponseTimeout(timeout)
                        .setRedirectsEnabled(false)
                        .build())
                .disableRedirectHandling()
                .disableAutomaticRetries()
                .disableCookieManagement()
                .disableAuthCaching()
                .disableContentCompression()
                .setUserAgent("Stampede")
                .build();
    }

    /** The answer is left as it is: reading it to its end could take for ever, and the client is closed anyway. */
    private static Answer send(CloseableHttpClient client, URI target, Map<String, String> headers, String json)
            throws IOException {
        var request = new HttpPost(target);
        headers.forEach(request::setHeader);
        request.setEntity(new StringEntity(json, ContentType.APPLICATION_JSON.withCharset(StandardCharsets.UTF_8)));
        var response = client.executeOpen(null, request, null);
        var entity = response.getEntity();
        var body = entity == null ? new byte[0] : entity.getContent().readNBytes(LONGEST_ANSWER);
        return new Answer(cause(response.getCode()), response.getCode(), new String(body, StandardCharsets.UTF_8));
    }

    private static DeliveryCause cause(int status) {
        return switch (status) {
            case 401, 403, 410 -> DeliveryCause.NO_RIGHT;
            case 429 -> DeliveryCause.TOO_FAST;
            default -> {
                if (status / 100 == 2) {
                    yield DeliveryCause.OK;
                }
                yield status / 100 == 3 ? DeliveryCause.REDIRECT : DeliveryCause.NOT_TAKEN;
            }
        };
    }

    /** Whether connecting, writing or reading took too long, and whoever noticed it: it is one cause. */
    private static DeliveryCause cause(Throwable failure) {
        if (failure instanceof PublicAddresses.Inside) {
            return DeliveryCause.ADDRESS_INSIDE;
        }
        if (failure instanceof UnknownHostException) {
            return DeliveryCause.UNKNOWN_HOST;
        }
        if (failure instanceof SocketTimeoutException) {
            return DeliveryCause.NO_ANSWER;
        }
        return failure instanceof SSLException ? DeliveryCause.NO_TRUST : DeliveryCause.UNREACHABLE;
    }

    /**
     * What a request came to.
     *
     * @param status 0 if there was no answer
     * @param body its first 4 kB
     */
    record Answer(DeliveryCause cause, int status, String body) {

        static Answer none(DeliveryCause cause) {
            return new Answer(cause, 0, "");
        }

        DeliveryResult result() {
            return result(cause);
        }

        DeliveryResult result(DeliveryCause because) {
            return new DeliveryResult(because, status, body);
        }
    }
}
