package stampede.load;

import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** What a purchase costs a node that takes clicks, at one pace for some seconds. Writes a line "name figure". */
final class ColdBench {

    private static final int UNITS = 1_000_000;
    private static final int EACH = 100;
    private static final int CONNECTIONS = 64;

    private ColdBench() {}

    /**
     * Arguments: what the figure is called, seconds, purchases a second, the node's address, its process as name=pid, and at last the
     * file for figures.
     */
    public static void main(String[] arguments) throws Exception {
        var plan = StressPlan.of(new String[0]);
        var node = arguments[4];
        var wrk = Wrk.of(plan, Integer.parseInt(arguments[1]), CONNECTIONS, List.of(node))
                .paced(Integer.parseInt(arguments[2]));
        var shopperCrowd = new ShopperCrowd(plan);
        var wishes = shopperCrowd.wishes(List.of(shopperCrowd.publish(UNITS, EACH)));
        var run = wrk.run(URI.create(arguments[3]), arguments[0], wishes);
        try (var figures = new PrintStream(arguments[5], StandardCharsets.UTF_8)) {
            figures.printf(
                    "%s.cpu %.0f%n",
                    arguments[0],
                    run.cpuMicros().values().stream()
                            .mapToDouble(micros -> micros)
                            .sum());
            figures.printf("%s.p99 %.1f%n", arguments[0], run.p99() / 1_000.0);
            figures.printf("%s.requests %d%n", arguments[0], run.requests());
        }
    }
}
