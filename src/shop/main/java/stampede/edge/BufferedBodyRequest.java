package stampede.edge;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.ByteArrayInputStream;

/** A request whose body has been read, to be read again by those after. */
final class BufferedBodyRequest extends HttpServletRequestWrapper {

    private final ServletInputStream body;

    BufferedBodyRequest(HttpServletRequest request, byte[] body) {
        super(request);
        this.body = new Again(new ByteArrayInputStream(body));
    }

    @Override
    public ServletInputStream getInputStream() {
        return body;
    }

    private static final class Again extends ServletInputStream {

        private final ByteArrayInputStream body;

        Again(ByteArrayInputStream body) {
            this.body = body;
        }

        @Override
        public int read() {
            return body.read();
        }

        @Override
        public int read(byte[] into, int from, int length) {
            return body.read(into, from, length);
        }

        @Override
        public boolean isFinished() {
            return body.available() == 0;
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setReadListener(ReadListener listener) {
            throw new UnsupportedOperationException("It is all there; nobody needs to be told");
        }
    }
}
