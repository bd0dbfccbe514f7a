package stampede.monitor;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import stampede.task.TaskId;

/** What every page of the monitor can ask while it is drawn; {@code monitor} in templates. */
final class MonitorView {

    /** The name under which templates know it. */
    static final String NAME = "monitor";

    private static final List<Tab> TABS = List.of(
            new Tab("tasks", ""),
            new Tab("queues", "/queues"),
            new Tab("dead", "/dead"),
            new Tab("waiting", "/waiting"),
            new Tab("workflows", "/workflows"),
            new Tab("known", "/known"),
            new Tab("schedules", "/schedules"),
            new Tab("workers", "/workers"));

    private static final int MOST_DURATIONS = 8;

    /** With a digit, so that it is no page's name. */
    private static final Pattern FITS_A_PATH = Pattern.compile("(?=.*\\d)[\\w.:~-]+");

    private final MonitorProperties properties;
    private final MonitorWords words;
    private final MonitorAssets assets;
    private final Locale language;
    private final boolean mayAct;
    private final Optional<String> signedIn;

    MonitorView(
            MonitorProperties properties,
            MonitorWords words,
            MonitorAssets assets,
            Locale language,
            boolean mayAct,
            Optional<String> signedIn) {
        this.properties = properties;
        this.words = words;
        this.assets = assets;
        this.language = language;
        this.mayAct = mayAct;
        this.signedIn = signedIn;
    }

    /** The name of one of the monitor's templates, as controllers answer it. */
    static String template(String name) {
        return "stampede-tasks/" + name;
    }

    /** The address of a task's page below the monitor's path. What cannot be a part of a path goes into the query. */
    static String taskAddress(TaskId id) {
        return FITS_A_PATH.matcher(id.value()).matches()
                ? "/" + id
                : "/one?id=" + URLEncoder.encode(id.value(), StandardCharsets.UTF_8);
    }

    /** The address of a page; {@code page} begins with a slash, or is empty for the first. */
    public String at(String page) {
        return properties.path() + page;
    }

    public String task(TaskId id) {
        return at(taskAddress(id));
    }

    public String asset(String file) {
        return at(assets.address(file));
    }

    public String text(String key, Object... values) {
        return words.text(language, key, values);
    }

    /** To the second. */
    public String moment(Instant instant) {
        return shown(instant, "moment");
    }

    /** To the millisecond. */
    public String exactly(Instant instant) {
        return shown(instant, "exactly");
    }

    /** The same without the day. */
    public String clock(Instant instant) {
        return shown(instant, "clock");
    }

    /** How long something took: to the millisecond if it was short, and to the second if it took minutes. */
    public String took(Duration duration) {
        var seconds = duration.toSeconds();
        if (seconds < 10) {
            return text("millis", duration.toMillis());
        }
        return seconds < 60 ? text("seconds", seconds) : text("minutes", seconds / 60, seconds % 60);
    }

    public String took(Instant begin, Instant end) {
        return took(Duration.between(begin, end));
    }

    /** In the largest unit that leaves no rest. */
    public String spoken(Duration duration) {
        var millis = duration.toMillis();
        if (millis % 3_600_000 == 0) {
            return millis / 3_600_000 + " h";
        }
        if (millis % 60_000 == 0) {
            return millis / 60_000 + " min";
        }
        return millis % 1_000 == 0 ? millis / 1_000 + " s" : millis + " ms";
    }

    /** One after the other; of many the first. */
    public String spoken(List<Duration> durations) {
        var first = durations.stream().limit(MOST_DURATIONS).map(this::spoken).collect(Collectors.joining(", "));
        return durations.size() > MOST_DURATIONS ? first + " … (" + durations.size() + ")" : first;
    }

    public ZoneId zone() {
        return properties.zoneOrDefault();
    }

    /** Whether whoever looks may also act. */
    public boolean mayAct() {
        return mayAct;
    }

    /** Who has signed in and can sign out; empty where nobody can. */
    public Optional<String> signedIn() {
        return signedIn;
    }

    /** Where a form is sent to sign out. */
    public String signOut() {
        return properties.signOut();
    }

    public List<Tab> tabs() {
        return TABS;
    }

    /** The template around the page. */
    public String frame() {
        return properties.frame();
    }

    private String shown(Instant instant, String pattern) {
        return DateTimeFormatter.ofPattern(text(pattern), language).format(instant.atZone(zone()));
    }

    /**
     * One of the main pages.
     *
     * @param name the key of its words
     * @param address below the monitor's path
     */
    record Tab(String name, String address) {}
}
