package stampede.task.spi;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.concurrent.ThreadLocalRandom;

/** Which engine this is, and which node of it. */
public class ThisNode {

    /** Five figures of base 36, of which the first is no 0. */
    private static final int LEAST = 36 * 36 * 36 * 36;

    private final String engine;
    private final String name;

    public ThisNode(QueueNames names) {
        this.engine = names.prefix();
        var once = ThreadLocalRandom.current().nextInt(LEAST, LEAST * 36);
        this.name = "%s-%d-%s@%s".formatted(engine, ProcessHandle.current().pid(), Integer.toString(once, 36), host());
    }

    /** What tells engines apart that share servers: the prefix of queues, and of rows. */
    public String engine() {
        return engine;
    }

    /**
     * The name of this node while it runs: prefix, process number and host, and something by chance, because in a container every
     * process has the same number. The history, the console and Celery's tools know it by this name, of at most 128 characters.
     */
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
