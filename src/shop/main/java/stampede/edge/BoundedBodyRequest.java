package stampede.edge;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import stampede.http.BoundedStream;

/** A request whose body comes in chunks and may be of any length: it breaks off when it is too long. */
final class BoundedBodyRequest extends HttpServletRequestWrapper {

    private final long longestBody;
    private @Nullable ServletInputStream body;
    private boolean tooLong;

    BoundedBodyRequest(HttpServletRequest request, long longestBody) {
        super(request);
        this.longestBody = longestBody;
    }

    boolean isTooLong() {
        return tooLong;
    }

    @Override
    public ServletInputStream getInputStream() throws IOException {
        if (body == null) {
            body = new Body(super.getInputStream());
        }
        return body;
    }

    @Override
    public BufferedReader getReader() throws IOException {
        var charset = Optional.ofNullable(getCharacterEncoding())
                .map(Charset::forName)
                .orElse(StandardCharsets.UTF_8);
        return new BufferedReader(new InputStreamReader(getInputStream(), charset));
    }

    private final class Body extends ServletInputStream {

        private final ServletInputStream in;
        private final BoundedStream counted;

        Body(ServletInputStream in) {
            this.in = in;
            this.counted = new BoundedStream(in, longestBody) {
                @Override
                protected void tooLong() throws IOException {
                    tooLong = true;
                    throw new IOException("The body has more than " + longestBody + " bytes");
                }
            };
        }

        @Override
        public int read() throws IOException {
            return counted.read();
        }

        @Override
        public int read(byte[] into, int from, int length) throws IOException {
            return counted.read(into, from, length);
        }

        @Override
        public boolean isFinished() {
            return in.isFinished();
        }

        @Override
        public boolean isReady() {
            return in.isReady();
        }

        @Override
        public void setReadListener(ReadListener listener) {
            in.setReadListener(listener);
        }
    }
}
