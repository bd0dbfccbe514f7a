package stampede.task;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.stereotype.Component;

/** Which engine this is, and which node of it. */
@Component
public class ThisNode {

    /** Tests run several nodes in one process. */
    private static final AtomicInteger NODES_OF_PROCESS = new AtomicInteger();

    private final String engine;
    private final String name;

    ThisNode(QueueNames names) {
        var number = NODES_OF_PROCESS.incrementAndGet();
        this.engine = names.prefix();
        this.name =
                "%s@%s:%d%s".formatted(engine, host(), ProcessHandle.current().pid(), number == 1 ? "" : "/" + number);
    }

    /** What tells engines apart that share servers: the prefix of queues, and of rows. */
    public String engine() {
        return engine;
    }

    /** The name of this node while it runs: prefix, host and process number; at most 128 characters. */
    public String name() {
        return name;
    }

    private static String host() {
        try {
            var host = InetAddress.getLocalHost().getHostName();
            return host.substring(0, Math.min(host.length(), 63));
        } catch (UnknownHostException nameless) {
            return "localhost";
        }
    }
}
