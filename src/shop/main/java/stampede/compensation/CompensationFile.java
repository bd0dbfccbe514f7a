package stampede.compensation;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.rolling.RollingFileAppender;
import ch.qos.logback.core.rolling.SizeAndTimeBasedRollingPolicy;
import ch.qos.logback.core.util.FileSize;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/**
 * The file {@code compensation.jsonl}: a line of JSON for each thing, written by the logger {@code stampede.compensation}. It is for the
 * day on which the database is gone, so nothing here waits for it.
 */
@Component
class CompensationFile implements DisposableBean {

    static final String NAME = "compensation.jsonl";

    /** Not the package's own name: its classes have loggers below that. */
    private static final String LOGGER = "stampede.compensation.lines";

    private static final String PACKED = "compensation.%d{yyyy-MM-dd}.%i.jsonl.gz";
    private static final long LARGEST = 100 * FileSize.MB_COEFFICIENT;
    private static final int MOST_FILES = 30;

    private final Logger log;
    private final JsonMapper json;
    private final Optional<RollingFileAppender<ILoggingEvent>> appender;

    CompensationFile(CompensationProperties properties, JsonMapper json) {
        this.json = json;
        var wanted = properties.storage().hasFile()
                && !properties.directory().isBlank()
                && LoggerFactory.getILoggerFactory() instanceof LoggerContext;
        this.log = LoggerFactory.getLogger(LOGGER);
        this.appender = wanted ? Optional.of(open(Path.of(properties.directory()))) : Optional.empty();
    }

    void write(CompensationLine line) {
        if (appender.isPresent()) {
            log.info(json.writeValueAsString(json(line)));
        }
    }

    /** Ids as text, because numbers of JSON lose digits. */
    private static Map<String, @Nullable Object> json(CompensationLine line) {
        var of = line.of();
        var all = new LinkedHashMap<String, @Nullable Object>();
        all.put("at", line.at().toString());
        all.put("kind", of.kind().name());
        all.put("outcome", of.outcome().name());
        all.put("order", text(of.order()));
        all.put("offer", text(of.offer()));
        all.put("task", of.task());
        all.put("taskId", of.taskId());
        all.put("attempt", of.attempt());
        all.put("waitMs", of.waitMs());
        all.put("cause", of.cause());
        all.put("detail", of.detail());
        all.put("units", of.units());
        all.put("fen", of.fen());
        all.put("who", of.who());
        all.put("node", line.node());
        all.put("trace", of.trace());
        return all;
    }

    private static @Nullable String text(@Nullable Long id) {
        return id == null ? null : id.toString();
    }

    @Override
    public void destroy() {
        appender.ifPresent(open -> {
            ((ch.qos.logback.classic.Logger) log).detachAppender(open);
            open.stop();
        });
    }

    /** What is full is packed; about thirty days, and no more than thirty full files of them. */
    private RollingFileAppender<ILoggingEvent> open(Path directory) {
        var context = (LoggerContext) LoggerFactory.getILoggerFactory();
        var encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setPattern("%msg%n");
        encoder.start();
        var opened = new RollingFileAppender<ILoggingEvent>();
        opened.setContext(context);
        opened.setName(LOGGER);
        opened.setFile(directory.resolve(NAME).toString());
        opened.setEncoder(encoder);
        var rolling = new SizeAndTimeBasedRollingPolicy<ILoggingEvent>();
        rolling.setContext(context);
        rolling.setParent(opened);
        rolling.setFileNamePattern(directory.resolve(PACKED).toString());
        rolling.setMaxFileSize(new FileSize(LARGEST));
        rolling.setMaxHistory(MOST_FILES);
        rolling.setTotalSizeCap(new FileSize(MOST_FILES * LARGEST));
        rolling.start();
        opened.setRollingPolicy(rolling);
        opened.start();
        var logger = (ch.qos.logback.classic.Logger) log;
        if (!opened.isStarted()) {
            LoggerFactory.getLogger(CompensationFile.class).warn("{} cannot be written in {}", NAME, directory);
        }
        logger.setLevel(Level.INFO);
        logger.setAdditive(false);
        logger.addAppender(opened);
        return opened;
    }
}
