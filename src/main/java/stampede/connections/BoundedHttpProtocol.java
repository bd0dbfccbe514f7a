package stampede.connections;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.coyote.AbstractProcessor;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.jspecify.annotations.Nullable;

/**
 * Tomcat's HTTP/1.1 with an end to headers that do not end. Tomcat's own time-out counts from the last byte, so whoever sends one
 * letter at a time keeps a connection for hours; this one counts from the first. Public because Tomcat makes it by its name.
 */
public final class BoundedHttpProtocol extends Http11NioProtocol {

    private static final long LOOK_EVERY_MS = 500;

    private volatile long headersWithinNanos = Duration.ofSeconds(10).toNanos();
    private @Nullable Future<?> looking;

    /** How long a request's first line and headers may take, from their first byte. */
    void setHeadersWithin(Duration time) {
        headersWithinNanos = time.toNanos();
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

    private void closeLate() {
        getEndpoint().getConnections().stream().filter(this::isLate).forEach(SocketWrapperBase::close);
    }

    /**
     * While headers are incomplete their processor waits with the connection. So does that of an answer that is given later; one
     * that is at work, or waits for a first byte, is not seen here.
     */
    private boolean isLate(SocketWrapperBase<?> connection) {
        if (!(connection.getCurrentProcessor() instanceof AbstractProcessor processor)
                || processor.isAsync()
                || processor.isUpgrade()) {
            return false;
        }
        var began = processor.getRequest().getStartTimeNanos();
        return began >= 0 && System.nanoTime() - began > headersWithinNanos;
    }
}
