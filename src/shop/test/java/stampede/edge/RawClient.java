package stampede.edge;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.google.common.net.InetAddresses;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.util.Optional;

/** One connection to a shop on which a test writes what it likes, from any of this machine's loopback addresses. */
public final class RawClient implements AutoCloseable {

    private static final int SILENCE_MS = 30_000;

    private final Socket socket;
    private final InputStream answers;
    private final String host;

    /** @param from the address the shop sees, such as {@code 127.0.0.7} */
    public RawClient(String shop, String from) throws IOException {
        var address = URI.create(shop);
        host = address.getAuthority();
        socket = new Socket();
        socket.bind(new InetSocketAddress(InetAddresses.forString(from), 0));
        socket.connect(
                new InetSocketAddress(InetAddresses.forString(address.getHost()), address.getPort()), SILENCE_MS);
        socket.setSoTimeout(SILENCE_MS);
        socket.setTcpNoDelay(true);
        answers = new BufferedInputStream(socket.getInputStream());
    }

    public void write(String text) throws IOException {
        write(text.getBytes(ISO_8859_1));
    }

    public void write(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
    }

    /** Sends first line and headers, with the host's. */
    public void head(String line, String... headers) throws IOException {
        var text = new StringBuilder(line).append("\r\nHost: ").append(host).append("\r\n");
        for (var header : headers) {
            text.append(header).append("\r\n");
        }
        write(text.append("\r\n").toString());
    }

    /** The status of the next answer, whose body is left unread; 0 if the connection ended without one. */
    public int status() throws IOException {
        var line = line();
        return line.startsWith("HTTP/1.1 ") ? Integer.parseInt(line.substring(9, 12)) : 0;
    }

    /** The same, and reads its body, so that another request may follow. */
    public int answer() throws IOException {
        var status = status();
        var length = 0;
        for (var header = line(); !header.isEmpty(); header = line()) {
            if (header.toLowerCase(java.util.Locale.ROOT).startsWith("content-length:")) {
                length = Integer.parseInt(header.substring(15).strip());
            }
        }
        answers.readNBytes(length);
        return status;
    }

    /** All that comes until the connection ends. */
    public String rest() throws IOException {
        return new String(answers.readAllBytes(), ISO_8859_1);
    }

    /** The next line that begins so; empty if the connection ends before. */
    public Optional<String> awaitLine(String begin) throws IOException {
        for (var next = answers.read(); next >= 0; next = answers.read()) {
            var line = (char) next + line();
            if (line.startsWith(begin)) {
                return Optional.of(line);
            }
        }
        return Optional.empty();
    }

    /** Whether the shop has ended this connection; it hears of it at the next byte or the one after. */
    public boolean isEnded() {
        try {
            write("a");
            socket.setSoTimeout(1);
            return answers.read() < 0;
        } catch (java.net.SocketTimeoutException open) {
            return false;
        } catch (IOException ended) {
            return true;
        }
    }

    private String line() throws IOException {
        var text = new StringBuilder();
        for (var next = answers.read(); next >= 0 && next != '\n'; next = answers.read()) {
            if (next != '\r') {
                text.append((char) next);
            }
        }
        return text.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
