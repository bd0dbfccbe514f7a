package stampede.audit;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.crypto.spec.SecretKeySpec;
import org.slf4j.LoggerFactory;

/** Hears what is told on {@code stampede.security} until it is closed. */
public final class SecurityLog implements AutoCloseable {

    private final Logger logger = (Logger) LoggerFactory.getLogger("stampede.security");
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
            lines.add(event.getFormattedMessage());
        }
    };

    private SecurityLog() {
        appender.setContext(logger.getLoggerContext());
        appender.start();
        logger.setLevel(Level.INFO);
        logger.addAppender(appender);
    }

    public static SecurityLog open() {
        return new SecurityLog();
    }

    /** Events for objects that a test builds without Spring. */
    public static SecurityEvents events() {
        return new SecurityEvents(new SecretKeySpec(new byte[32], "HmacSHA256"), new SimpleMeterRegistry());
    }

    /** What was told of this event since this was opened. */
    public List<String> of(SecurityEvent event) {
        return lines.stream()
                .filter(line -> line.startsWith("event=" + event + " "))
                .toList();
    }

    @Override
    public void close() {
        logger.detachAppender(appender);
        appender.stop();
    }
}
