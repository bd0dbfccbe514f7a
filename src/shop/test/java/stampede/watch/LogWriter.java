package stampede.watch;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.annotation.Configuration;

/** Writes a few lines with the shop's settings of logs, in a process of its own: there is one set-up of logs in each. */
@Configuration(proxyBeanMethods = false)
class LogWriter {

    private static final Logger log = LoggerFactory.getLogger(LogWriter.class);
    private static final int DEEP = 400;

    public static void main(String[] arguments) {
        new SpringApplicationBuilder(LogWriter.class)
                .web(WebApplicationType.NONE)
                .run(arguments)
                .close();
        log.info("A plain line, with \"quotes\" and\nanother line in it");
        log.atWarn().addKeyValue("offer", 42).addKeyValue("order", "77").log("Offer {} was not audited", 42);
        log.error("It failed", wrapped(DEEP));
    }

    private static Exception wrapped(int times) {
        Exception failure = new IllegalStateException("the reason itself");
        for (int i = 0; i < times; i++) {
            failure = new IllegalStateException("wrapped " + i, failure);
        }
        return failure;
    }
}
