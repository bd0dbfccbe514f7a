package stampede.alipay;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.time.Duration;

/** Downloads a bill from the address that Alipay signed: no redirects, bounded in bytes and in time. */
final class BillDownload {

    private static final int MOST_BYTES = 64 * 1024 * 1024;
    private static final Duration LONGEST = Duration.ofMinutes(2);

    private final AlipayProperties properties;

    BillDownload(AlipayProperties properties) {
        this.properties = properties;
    }

    /** @throws IOException if it cannot be had, or is too long in any sense */
    byte[] from(URI address) throws IOException {
        var scheme = properties.gateway().getScheme();
        if (!"https".equals(address.getScheme()) && !scheme.equals(address.getScheme())) {
            throw new IOException("A bill at " + address.getScheme());
        }
        var connection = (HttpURLConnection) address.toURL().openConnection();
        connection.setInstanceFollowRedirects(false);
        connection.setConnectTimeout((int) properties.timeout().toMillis());
        connection.setReadTimeout((int) properties.timeout().toMillis());
        try {
            return content(connection);
        } finally {
            connection.disconnect();
        }
    }

    private static byte[] content(HttpURLConnection connection) throws IOException {
        if (connection.getResponseCode() != HttpURLConnection.HTTP_OK) {
            throw new IOException("The bill's server answers " + connection.getResponseCode());
        }
        var until = System.nanoTime() + LONGEST.toNanos();
        var content = new ByteArrayOutputStream();
        var some = new byte[16 * 1024];
        try (var in = connection.getInputStream()) {
            for (var read = in.read(some); read >= 0; read = in.read(some)) {
                content.write(some, 0, read);
                if (content.size() > MOST_BYTES || System.nanoTime() > until) {
                    throw new IOException("The bill does not end");
                }
            }
        }
        return content.toByteArray();
    }
}
