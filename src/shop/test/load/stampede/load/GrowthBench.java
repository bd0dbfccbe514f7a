package stampede.load;

import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * What a purchase costs with more offers on sale, with a second node that takes clicks, and with more orders in the database. Writes
 * lines "name figure".
 */
final class GrowthBench {

    private static final int UNITS = 1_000_000;
    private static final int EACH = 100;
    private static final int CONNECTIONS = 64;

    private final StressPlan plan;
    private final ShopperCrowd shopperCrowd;
    private final PrintStream figures;

    private GrowthBench(StressPlan plan, PrintStream figures) throws Exception {
        this.plan = plan;
        this.shopperCrowd = new ShopperCrowd(plan);
        this.figures = figures;
    }

    /**
     * Arguments: seconds, how many orders there shall be or 0 to leave that, the second node's address, processes as name=pid, and at
     * last the file for figures.
     */
    public static void main(String[] arguments) throws Exception {
        var plan = StressPlan.of(new String[0]);
        var seconds = Integer.parseInt(arguments[0]);
        var orders = Integer.parseInt(arguments[1]);
        var processes = List.of(arguments).subList(3, arguments.length - 1);
        var all = Wrk.of(plan, seconds, CONNECTIONS, processes);
        var half = Wrk.of(plan, seconds, CONNECTIONS / 2, processes);
        try (var figures = new PrintStream(arguments[arguments.length - 1], StandardCharsets.UTF_8)) {
            var growth = new GrowthBench(plan, figures);
            if (orders > 0) {
                PastOrders.upTo(orders, plan);
                growth.offers("orders" + orders, 1, all);
            } else {
                for (var offers : List.of(1, 10, 100)) {
                    growth.offers("offers" + offers, offers, all);
                }
                growth.nodes(URI.create(arguments[2]), half);
            }
        }
    }

    private void offers(String name, int count, Wrk wrk) throws Exception {
        var offers = new ArrayList<String>();
        for (int i = 0; i < count; i++) {
            offers.add(shopperCrowd.publish(UNITS, EACH));
        }
        var run = wrk.run(plan.shop(), "growth", shopperCrowd.wishes(offers));
        tell(name, run.perSecond(), sum(run));
        run.cpuMicros().forEach((process, micros) -> figures.printf("%s.cpu.%s %.0f%n", name, process, micros));
    }

    /** Both are asked at once, so either's view of the processor time is that of both, shared by its half of the purchases. */
    private void nodes(URI second, Wrk half) throws Exception {
        var offer = shopperCrowd.publish(UNITS, EACH);
        var wishes = shopperCrowd.wishes(List.of(offer));
        var there = CompletableFuture.supplyAsync(() -> run(half, second, wishes.subList(0, wishes.size() / 2)));
        var here = run(half, plan.shop(), wishes.subList(wishes.size() / 2, wishes.size()));
        var perSecond = here.perSecond() + there.join().perSecond();
        tell("nodes2", perSecond, sum(here) * here.perSecond() / perSecond);
    }

    private static Wrk.Run run(Wrk wrk, URI address, List<String> wishes) {
        try {
            return wrk.run(address, "node" + address.getPort(), wishes);
        } catch (Exception failure) {
            throw new IllegalStateException(failure);
        }
    }

    private static double sum(Wrk.Run run) {
        return run.cpuMicros().values().stream().mapToDouble(micros -> micros).sum();
    }

    private void tell(String name, double perSecond, double cpuMicros) {
        figures.printf("%s %.0f%n", name, perSecond);
        figures.printf("%s.cpu %.0f%n", name, cpuMicros);
        figures.flush();
    }
}
