package stampede.edge;

import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.coyote.AbstractProcessor;
import org.apache.coyote.ActionCode;
import org.apache.coyote.Processor;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.coyote.http11.Http11Processor;
import org.apache.tomcat.util.net.AbstractEndpoint.Handler.SocketState;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.jspecify.annotations.Nullable;

/**
 * Tomcat's HTTP/1.1 with an end to headers and bodies that do not end. Tomcat's own time-out counts from the last byte, so whoever sends
 * one letter at a time keeps a connection for hours; these count from the first. Public because Tomcat makes it by its name.
 */
public final class BoundedHttpProtocol extends Http11NioProtocol {

    private static final long LOOK_EVERY_MS = 500;

    /** Bytes a second: half a megabit. */
    private static final long SLOWEST_UPLOAD = 64 * 1024;

    private static final long LONGEST_UPLOAD_SECONDS = Duration.ofMinutes(10).toSeconds();

    private final Set<Working> working = ConcurrentHashMap.newKeySet();
    private volatile long headersWithinNanos = Duration.ofSeconds(10).toNanos();
    private volatile long bodyWithinNanos = Duration.ofSeconds(30).toNanos();
    private @Nullable Future<?> looking;

    /** How long a request's first line and headers may take, from their first byte. */
    void setHeadersWithin(Duration time) {
        headersWithinNanos = time.toNanos();
    }

    /**
     * How long a whole request may take, from its first byte to the last of its body, whoever reads that; and a second more for each
     * 64 KiB that it says it has.
     */
    void setBodyWithin(Duration time) {
        bodyWithinNanos = time.toNanos();
    }

    @Override
    public void start() throws Exception {
        super.start();
        looking = getUtilityExecutor()
                .scheduleWithFixedDelay(this::closeLate, LOOK_EVERY_MS, LOOK_EVERY_MS, TimeUnit.MILLISECONDS);
    }

    @Override
    public void stop() throws Exception {
        if (looking != null) {
            looking.cancel(false);
        }
        super.stop();
    }

    @Override
    protected Processor createProcessor() {
        return new Working();
    }

    private void closeLate() {
        getEndpoint().getConnections().stream().filter(this::isLate).forEach(SocketWrapperBase::close);
        working.forEach(Working::closeIfLate);
    }

    /**
     * While headers are incomplete their processor waits with the connection. So does that of an answer that is given later; one
     * that is at work, or waits for a first byte, is not seen here.
     */
    private boolean isLate(SocketWrapperBase<?> connection) {
        return connection.getCurrentProcessor() instanceof AbstractProcessor processor
                && !processor.isAsync()
                && !processor.isUpgrade()
                && hasTaken(processor, headersWithinNanos);
    }

    private static boolean hasTaken(AbstractProcessor processor, long nanos) {
        var began = processor.getRequest().getStartTimeNanos();
        return began >= 0 && System.nanoTime() - began > nanos;
    }

    /** A processor that is known while it is at work: that is when bodies are read, by the application or, what that left, by Tomcat. */
    private final class Working extends Http11Processor {

        private volatile @Nullable SocketWrapperBase<?> connection;

        Working() {
            super(BoundedHttpProtocol.this, BoundedHttpProtocol.this.getAdapter());
        }

        @Override
        public SocketState service(SocketWrapperBase<?> connection) throws IOException {
            this.connection = connection;
            working.add(this);
            try {
                return super.service(connection);
            } finally {
                working.remove(this);
            }
        }

        /** Nobody is closed whose request was read whole, however long its answer takes. */
        void closeIfLate() {
            var late = connection;
            if (late != null && !isBodyRead() && hasTaken(this, bodyWithinNanos + longBodyNanos())) {
                late.close();
            }
        }

        /** What has come this far with so long a body may take longer, or nobody could upload a picture from a phone. */
        private long longBodyNanos() {
            var seconds = Math.max(0, getRequest().getContentLengthLong()) / SLOWEST_UPLOAD;
            return TimeUnit.SECONDS.toNanos(Math.min(seconds, LONGEST_UPLOAD_SECONDS));
        }

        private boolean isBodyRead() {
            var read = new AtomicBoolean();
            action(ActionCode.REQUEST_BODY_FULLY_READ, read);
            return read.get();
        }
    }
}
