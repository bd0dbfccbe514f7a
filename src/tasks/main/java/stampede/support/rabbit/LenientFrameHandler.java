package stampede.support.rabbit;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.impl.AMQConnection;
import com.rabbitmq.client.impl.Frame;
import com.rabbitmq.client.impl.FrameHandler;
import java.io.IOException;
import java.net.InetAddress;
import java.net.SocketException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Hands on the frames of another one, those with the headers of messages so that the client can read them. */
final class LenientFrameHandler implements FrameHandler {

    private final FrameHandler frames;

    /** How much of a body that is too large is still to come, by channel. Used by the thread that reads alone. */
    private final Map<Integer, Long> leftOut = new HashMap<>();

    /** Whether a thread's frames are flushed later. */
    private final ThreadLocal<@Nullable Boolean> gathering = new ThreadLocal<>();

    LenientFrameHandler(FrameHandler frames) {
        this.frames = frames;
    }

    @Override
    public @Nullable Frame readFrame() throws IOException {
        var frame = frames.readFrame();
        while (frame != null && frame.type == AMQP.FRAME_BODY && isLeftOut(frame)) {
            frame = frames.readFrame();
        }
        return frame != null && frame.type == AMQP.FRAME_HEADER ? readable(frame) : frame;
    }

    private Frame readable(Frame frame) {
        var header = ContentHeader.readable(frame.getPayload());
        if (header.bodyLeftOut() > 0) {
            leftOut.put(frame.channel, header.bodyLeftOut());
        }
        return header.payload() == frame.getPayload() ? frame : new Frame(frame.type, frame.channel, header.payload());
    }

    private boolean isLeftOut(Frame body) {
        var left = leftOut.get(body.channel);
        if (left == null) {
            return false;
        }
        var after = left - body.getPayload().length;
        if (after > 0) {
            leftOut.put(body.channel, after);
        } else {
            leftOut.remove(body.channel);
        }
        return true;
    }

    @Override
    public boolean internalHearbeat() {
        return frames.internalHearbeat();
    }

    @Override
    public void setTimeout(int timeoutMs) throws SocketException {
        frames.setTimeout(timeoutMs);
    }

    @Override
    public int getTimeout() throws SocketException {
        return frames.getTimeout();
    }

    @Override
    public void sendHeader() throws IOException {
        frames.sendHeader();
    }

    @Override
    public void initialize(AMQConnection connection) {
        frames.initialize(connection);
    }

    @Override
    public void finishConnectionNegotiation() {
        frames.finishConnectionNegotiation();
    }

    @Override
    public void writeFrame(Frame frame) throws IOException {
        frames.writeFrame(frame);
    }

    @Override
    public void flush() throws IOException {
        if (!Boolean.TRUE.equals(gathering.get())) {
            frames.flush();
        }
    }

    /** What this thread writes meanwhile may stay in the buffer until that is full, or somebody else flushes it. */
    void withoutFlush(BrokerWrites writes) throws IOException {
        gathering.set(true);
        try {
            writes.write();
        } finally {
            gathering.remove();
        }
    }

    @Override
    public void close() {
        frames.close();
    }

    @Override
    public InetAddress getLocalAddress() {
        return frames.getLocalAddress();
    }

    @Override
    public int getLocalPort() {
        return frames.getLocalPort();
    }

    @Override
    public InetAddress getAddress() {
        return frames.getAddress();
    }

    @Override
    public int getPort() {
        return frames.getPort();
    }
}
