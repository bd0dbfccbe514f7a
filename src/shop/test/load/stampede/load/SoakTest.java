package stampede.load;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Keeps a shop selling at one pace and tells, minute by minute, what it costs and what the shop keeps. */
final class SoakTest {

    private static final int UNITS = 1_000_000;
    private static final int EACH = 100;
    private static final long MEGABYTE = 1 << 20;

    private SoakTest() {}

    /** Arguments: minutes, purchases a second, processes as name=pid, and at last the file for a table in Markdown. */
    public static void main(String[] arguments) throws Exception {
        var plan = StressPlan.of(new String[0]);
        var minutes = Integer.parseInt(arguments[0]);
        var wrk = Wrk.of(plan, 60, 64, List.of(arguments).subList(2, arguments.length - 1))
                .paced(Integer.parseInt(arguments[1]));
        var crowd = new ShopperCrowd(plan);
        var vitals = new ShopVitals(plan.shop());
        try (var table = new PrintStream(arguments[arguments.length - 1], StandardCharsets.UTF_8)) {
            table.println(
                    "| minute | orders before | accepted a second | p50, ms | p99, ms | processor time of a purchase, µs: "
                            + String.join(", ", names(wrk))
                            + " | live heap, MB | pauses, longest | open files | messages waiting | unpaid past their time |");
            table.println("| ---: | ---: | ---: | ---: | ---: | --- | ---: | --- | ---: | ---: | ---: |");
            long orders = 0;
            for (int minute = 1; minute <= minutes; minute++) {
                var offer = crowd.publish(UNITS, EACH);
                var before = vitals.read();
                var run = wrk.run(plan.shop(), "soak", crowd.wishes(List.of(offer)));
                var after = vitals.read();
                table.printf(
                        Locale.ROOT,
                        "| %d | %d | %.0f | %.1f | %.1f | %s | %.0f | %.0f, %.0f ms | %.0f | %.0f | %d |%n",
                        minute,
                        orders,
                        run.perSecond(),
                        run.p50() / 1000.0,
                        run.p99() / 1000.0,
                        spent(run.cpuMicros()),
                        after.live() / MEGABYTE,
                        after.pauses() - before.pauses(),
                        after.longestPause() * 1000,
                        after.files(),
                        after.waiting(),
                        OrderCount.overdue(plan));
                table.flush();
                if (run.others() > 0) {
                    throw new IllegalStateException(run.others() + " purchases were refused");
                }
                orders += OrderCount.of(plan, offer).placed();
            }
        }
    }

    private static List<String> names(Wrk wrk) {
        return wrk.watched().stream().map(ProcessorUse.Watched::name).toList();
    }

    private static String spent(Map<String, Double> cpuMicros) {
        return String.join(
                ", ",
                cpuMicros.values().stream()
                        .map(micros -> String.format(Locale.ROOT, "%.0f", micros))
                        .toList());
    }
}
