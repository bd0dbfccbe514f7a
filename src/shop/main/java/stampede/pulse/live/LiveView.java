package stampede.pulse.live;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import stampede.pulse.PulseEvent;

/** The last ten minutes of an offer as a page shows them that nobody draws anew. */
final class LiveView {

    private static final int LATELY_S = 10;
    private static final int MINUTE_S = 60;
    private static final double FEN_PER_YUAN = 100;

    private final LiveFeed.Part part;
    private final LivePast past;

    LiveView(LiveFeed.Part part) {
        this.part = part;
        this.past = LivePast.of(part);
    }

    /** When the last second was that is told. */
    public Instant at() {
        return Instant.ofEpochSecond(part.last());
    }

    public long lastSecond() {
        return part.last();
    }

    /** Units that nobody has; empty until that is known. */
    public Optional<Long> left() {
        return last("left").stream().mapToObj(value -> (long) value).findFirst();
    }

    /** How many presses were accepted each second, lately. */
    public double acceptedPerSecond() {
        return Arrays.stream(tail("ACCEPTED")).sum() / LATELY_S;
    }

    public String accepted() {
        return String.format(Locale.ROOT, "%.1f", acceptedPerSecond());
    }

    /** In how many seconds all are gone if it goes on like that; empty where hardly anything goes. */
    public Optional<Long> soldOutIn() {
        var pace = acceptedPerSecond();
        return left().filter(left -> left > 0 && pace >= 1).map(left -> (long) Math.ceil(left / pace));
    }

    /** Milliseconds within which nearly every press was decided, the worst of the last seconds. */
    public Optional<String> p99() {
        return Arrays.stream(past.values("p99", false))
                .skip(Math.max(0, past.t().size() - LATELY_S))
                .filter(value -> !Double.isNaN(value))
                .max()
                .stream()
                .mapToObj(LiveView::spoken)
                .findFirst();
    }

    public Optional<Long> nodes() {
        return last("nodes").stream().mapToObj(value -> (long) value).findFirst();
    }

    /** Since when figures may be too low. */
    public Optional<Instant> incompleteSince() {
        return part.marks().stream()
                .filter(mark -> mark.kind() == LiveMark.Kind.INCOMPLETE)
                .map(mark -> Instant.ofEpochSecond(mark.t()))
                .findFirst();
    }

    /** The newest first. */
    public List<Mark> marks() {
        return part.marks().stream()
                .sorted(Comparator.reverseOrder())
                .map(mark -> new Mark(Instant.ofEpochSecond(mark.t()), mark.kind(), x(mark.t())))
                .toList();
    }

    private double x(long t) {
        var first = part.seconds().isEmpty() ? t : part.seconds().get(0).t();
        return LiveCurve.WIDTH * (double) (t - first) / Math.max(1, past.t().size() - 1);
    }

    public List<Chart> charts() {
        return Arrays.stream(LiveChart.values()).map(this::chart).toList();
    }

    private Chart chart(LiveChart chart) {
        var values = new ArrayList<double[]>();
        chart.series().forEach(name -> values.add(past.values(name, chart.counts())));
        var drawn = chart.kind() == LiveChart.Kind.AREA ? heaped(values) : values;
        var highest = drawn.stream()
                .flatMapToDouble(Arrays::stream)
                .filter(value -> !Double.isNaN(value))
                .max()
                .orElse(0);
        var curves = new ArrayList<LiveCurve>();
        for (int number = 0; number < values.size(); number++) {
            var name = chart.series().get(number);
            curves.add(new LiveCurve(
                    name,
                    number,
                    LiveCurve.path(drawn.get(number), highest, chart.kind() == LiveChart.Kind.LOG),
                    last(name).stream()
                            .mapToObj(value -> said(chart, value))
                            .findFirst()
                            .orElse(chart.counts() ? "0" : ""),
                    chart.counts()
                            ? said(chart, Arrays.stream(values.get(number)).sum())
                            : "",
                    Arrays.stream(values.get(number)).anyMatch(value -> value > 0)));
        }
        return new Chart(chart, curves, said(chart, highest));
    }

    /** Each upon those before it. */
    private static List<double[]> heaped(List<double[]> values) {
        var heaped = new ArrayList<double[]>();
        var below = new double[0];
        for (var each : values) {
            var sum = each.clone();
            for (int index = 0; index < below.length; index++) {
                sum[index] += below[index];
            }
            heaped.add(sum);
            below = sum;
        }
        return heaped;
    }

    /** What was refused, by reason, the most frequent first. */
    public List<Refused> refusals() {
        var sums = PulseEvent.refusals().stream()
                .map(event -> new Refused(
                        event,
                        (long) Arrays.stream(past.values(event.name(), true)).sum(),
                        0))
                .filter(refused -> refused.count() > 0)
                .sorted(Comparator.comparingLong(Refused::count).reversed())
                .toList();
        var all = sums.stream().mapToLong(Refused::count).sum();
        return sums.stream()
                .map(refused -> new Refused(refused.event(), refused.count(), Math.round(100d * refused.count() / all)))
                .toList();
    }

    /** The sums of each minute, the newest first. */
    public List<Minute> minutes() {
        var minutes = new ArrayList<Minute>();
        for (int end = part.seconds().size(); end > 0; end -= MINUTE_S) {
            minutes.add(Minute.of(part.seconds().subList(Math.max(0, end - MINUTE_S), end)));
        }
        return minutes;
    }

    /** Presses of each five seconds, for a small drawing. */
    public String sparkline() {
        var presses = new double[past.t().size()];
        for (var name : LiveChart.PRESSES.series()) {
            var values = past.values(name, true);
            Arrays.setAll(presses, index -> presses[index] + values[index]);
        }
        return LiveCurve.path(presses, Arrays.stream(presses).max().orElse(0), false);
    }

    private OptionalDouble last(String series) {
        var last = part.seconds().isEmpty()
                ? null
                : part.seconds().get(part.seconds().size() - 1);
        return last == null || !last.v().containsKey(series)
                ? OptionalDouble.empty()
                : OptionalDouble.of(last.value(series));
    }

    private double[] tail(String series) {
        var values = past.values(series, true);
        return Arrays.copyOfRange(values, Math.max(0, values.length - LATELY_S), values.length);
    }

    private static String said(LiveChart chart, double value) {
        return chart == LiveChart.MONEY
                ? String.format(Locale.ROOT, "¥%.2f", value / FEN_PER_YUAN)
                : chart == LiveChart.TIMES ? spoken(value) + " ms" : Long.toString((long) value);
    }

    private static String spoken(double millis) {
        return millis < 10 ? String.format(Locale.ROOT, "%.1f", millis) : Long.toString(Math.round(millis));
    }

    /** @param x where in a drawing */
    record Mark(Instant at, LiveMark.Kind kind, double x) {

        public boolean isInside() {
            return x >= 0 && x <= LiveCurve.WIDTH;
        }
    }

    record Chart(LiveChart chart, List<LiveCurve> curves, String highest) {

        public boolean counts() {
            return chart.counts();
        }

        public String kind() {
            return chart.kind().name();
        }

        public String names() {
            return String.join(" ", chart.series());
        }
    }

    /** @param share whole percent of all refusals */
    record Refused(PulseEvent event, long count, long share) {}

    record Minute(
            Instant from,
            long accepted,
            long repeated,
            long refused,
            long placed,
            long closed,
            long paid,
            long refunded) {

        static Minute of(List<LiveSecond> seconds) {
            return new Minute(
                    Instant.ofEpochSecond(seconds.get(0).t()),
                    sum(seconds, PulseEvent.ACCEPTED),
                    sum(seconds, PulseEvent.REPEATED),
                    PulseEvent.refusals().stream()
                            .mapToLong(event -> sum(seconds, event))
                            .sum(),
                    sum(seconds, PulseEvent.PLACED),
                    sum(seconds, PulseEvent.CLOSED),
                    sum(seconds, PulseEvent.PAID),
                    sum(seconds, PulseEvent.REFUNDED));
        }

        private static long sum(List<LiveSecond> seconds, PulseEvent event) {
            return (long) seconds.stream()
                    .mapToDouble(second -> second.value(event.name()))
                    .sum();
        }
    }
}
