package stampede.http;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** A stream that must end within so many bytes, whatever its sender says: for bodies in chunks and files in archives. */
public abstract class BoundedStream extends FilterInputStream {

    private final long most;
    private long read;

    /** @param most how many bytes there may be */
    protected BoundedStream(InputStream in, long most) {
        super(in);
        this.most = most;
    }

    /** Throws what the reader is to get when there are more. */
    protected abstract void tooLong() throws IOException;

    @Override
    public int read() throws IOException {
        var one = super.read();
        count(one < 0 ? 0 : 1);
        return one;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        var some = super.read(into, offset, length);
        count(Math.max(0, some));
        return some;
    }

    @Override
    public long skip(long bytes) throws IOException {
        var skipped = super.skip(bytes);
        count(skipped);
        return skipped;
    }

    private void count(long bytes) throws IOException {
        read += bytes;
        if (read > most) {
            tooLong();
        }
    }
}
