package stampede.load;

import com.google.common.base.Splitter;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/** What a purchase costs at one pace, by program, where several nodes take clicks. Writes lines "name figure". */
final class ClusterBench {

    private static final int UNITS = 1_000_000;
    private static final int EACH = 100;
    private static final int CONNECTIONS = 512;

    private ClusterBench() {}

    /**
     * Arguments: what the figures are called, seconds, purchases a second in all, the nodes' addresses with commas between, processes
     * as name=pid, where those whose names differ in digits at the end count as one, and at last the file for figures.
     */
    public static void main(String[] arguments) throws Exception {
        var plan = StressPlan.of(new String[0]);
        var name = arguments[0];
        var nodes =
                Splitter.on(',').splitToStream(arguments[3]).map(URI::create).toList();
        var wrk = Wrk.of(
                        plan,
                        Integer.parseInt(arguments[1]),
                        CONNECTIONS,
                        List.of(arguments).subList(4, arguments.length - 1))
                .paced(Double.parseDouble(arguments[2]) / nodes.size(), CONNECTIONS / nodes.size());
        var shopperCrowd = new ShopperCrowd(plan);
        var wishes = shopperCrowd.wishes(List.of(shopperCrowd.publish(UNITS, EACH)));
        var runs = run(wrk, nodes, wishes);
        try (var figures = new PrintStream(arguments[arguments.length - 1], StandardCharsets.UTF_8)) {
            var perSecond = runs.stream().mapToDouble(Wrk.Run::perSecond).sum();
            figures.printf("%s %.0f%n", name, perSecond);
            figures.printf(
                    "%s.p99 %.1f%n",
                    name, runs.stream().mapToLong(Wrk.Run::p99).max().orElseThrow() / 1_000.0);
            figures.printf(
                    "%s.busy %d%n",
                    name, runs.stream().mapToLong(Wrk.Run::others).sum());
            cpuMicros(runs.get(0), perSecond)
                    .forEach((process, micros) -> figures.printf("%s.cpu.%s %.0f%n", name, process, micros));
        }
    }

    /** All are asked at once, each by shoppers of its own. */
    private static List<Wrk.Run> run(Wrk wrk, List<URI> nodes, List<String> wishes) {
        var each = wishes.size() / nodes.size();
        return IntStream.range(0, nodes.size())
                .mapToObj(node -> CompletableFuture.supplyAsync(
                        () -> run(wrk, nodes.get(node), wishes.subList(node * each, (node + 1) * each))))
                .toList()
                .stream()
                .map(CompletableFuture::join)
                .toList();
    }

    private static Wrk.Run run(Wrk wrk, URI node, List<String> wishes) {
        try {
            return wrk.run(node, "cluster" + node.getPort(), wishes);
        } catch (IOException failure) {
            throw new IllegalStateException(failure);
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    /** One run has seen the processor time of all, and shared it by its own answers. */
    private static Map<String, Double> cpuMicros(Wrk.Run one, double perSecond) {
        var sums = new TreeMap<String, Double>();
        one.cpuMicros()
                .forEach((process, micros) ->
                        sums.merge(process.replaceAll("\\d+$", ""), micros * one.perSecond() / perSecond, Double::sum));
        sums.put("all", sums.values().stream().mapToDouble(micros -> micros).sum());
        return sums;
    }
}
