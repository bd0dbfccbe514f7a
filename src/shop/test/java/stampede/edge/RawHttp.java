package stampede.edge;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Writes to the shop what no client library would let through, byte by byte, and reads what it says. A connection for each request. */
final class RawHttp {

    private static final int PATIENCE_MILLIS = 60_000;

    private final int port;

    RawHttp(int port) {
        this.port = port;
    }

    /** Sends the text as it is, one byte for each character, and what it lacks to be HTTP is not added. */
    Answer send(String request) throws IOException {
        return send(request.getBytes(ISO_8859_1));
    }

    Answer send(byte[] request) throws IOException {
        try (var line = connect()) {
            try {
                line.getOutputStream().write(request);
                line.getOutputStream().flush();
            } catch (IOException refusedWhileSending) {
                // What it said before it hung up may still be there.
            }
            return Answer.read(new BufferedInputStream(line.getInputStream()), new String(request, ISO_8859_1));
        }
    }

    Socket connect() throws IOException {
        var line = new Socket();
        line.setSendBufferSize(64 * 1024);
        line.setSoTimeout(PATIENCE_MILLIS);
        line.setTcpNoDelay(true);
        line.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        return line;
    }

    /**
     * What came back.
     *
     * @param status 0 if the shop hung up without a word
     * @param headers as they were written
     * @param body as UTF-8; empty for a stream of events, which has no end
     */
    public record Answer(int status, List<String> headers, String body) {

        public Optional<String> header(String name) {
            var start = name.toLowerCase(Locale.ROOT) + ":";
            return headers.stream()
                    .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(start))
                    .map(line -> line.substring(start.length()).strip())
                    .findFirst();
        }

        static Answer read(InputStream in, String request) throws IOException {
            String first;
            try {
                first = line(in);
            } catch (IOException hungUp) {
                return new Answer(0, List.of(), "");
            }
            var headers = new ArrayList<String>();
            for (var line = line(in); !line.isEmpty(); line = line(in)) {
                headers.add(line);
            }
            var answer = new Answer(Integer.parseInt(first.split(" ", 3)[1]), headers, "");
            if (answer.status == 100) {
                return read(in, request);
            }
            return answer.with(request.startsWith("HEAD ") || answer.isStream() ? new byte[0] : answer.bodyFrom(in));
        }

        private boolean isStream() {
            return header("Content-Type")
                    .filter(type -> type.startsWith("text/event-stream"))
                    .isPresent();
        }

        private Answer with(byte[] body) {
            return new Answer(status, headers, new String(body, UTF_8));
        }

        private byte[] bodyFrom(InputStream in) throws IOException {
            if (status == 204 || status == 304) {
                return new byte[0];
            }
            var length = header("Content-Length");
            if (length.isPresent()) {
                return in.readNBytes(Integer.parseInt(length.get()));
            }
            if (header("Transfer-Encoding").filter("chunked"::equals).isEmpty()) {
                return in.readAllBytes();
            }
            var body = new ByteArrayOutputStream();
            for (var size = Integer.parseInt(line(in), 16); size > 0; size = Integer.parseInt(line(in), 16)) {
                body.write(in.readNBytes(size));
                line(in);
            }
            return body.toByteArray();
        }

        private static String line(InputStream in) throws IOException {
            var line = new ByteArrayOutputStream();
            for (var letter = in.read(); letter != '\n'; letter = in.read()) {
                if (letter < 0) {
                    throw new EOFException("The shop hung up");
                }
                line.write(letter);
            }
            return line.toString(ISO_8859_1).stripTrailing();
        }
    }
}
