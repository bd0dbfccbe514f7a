package stampede.load;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.regex.Pattern;

/** What the shop tells about itself to those who watch it. */
final class ShopVitals {

    private static final Pattern SAMPLE = Pattern.compile("(?m)^([a-z_]+)(\\{[^}]*})? (\\S+)$");

    private final HttpClient http = HttpClient.newHttpClient();
    private final HttpRequest figures;

    ShopVitals(URI shop) {
        this.figures = HttpRequest.newBuilder(shop.resolve("/actuator/prometheus"))
                .header("Authorization", "Bearer " + System.getenv().getOrDefault("STAMPEDE_MANAGEMENT_TOKEN", ""))
                .GET()
                .build();
    }

    Reading read() throws IOException, InterruptedException {
        var text = http.send(figures, HttpResponse.BodyHandlers.ofString()).body();
        var samples = SAMPLE.matcher(text)
                .results()
                .map(match -> new Sample(match.group(1), Double.parseDouble(match.group(3))))
                .toList();
        return new Reading(
                sum(samples, "jvm_gc_memory_allocated_bytes_total"),
                sum(samples, "jvm_gc_live_data_size_bytes"),
                sum(samples, "jvm_gc_pause_seconds_count"),
                sum(samples, "jvm_gc_pause_seconds_sum"),
                samples.stream()
                        .filter(sample -> sample.name().equals("jvm_gc_pause_seconds_max"))
                        .mapToDouble(Sample::value)
                        .max()
                        .orElse(0),
                sum(samples, "process_files_open_files"),
                sum(samples, "stampede_task_queue_ready"));
    }

    private static double sum(List<Sample> samples, String name) {
        return samples.stream()
                .filter(sample -> sample.name().equals(name))
                .mapToDouble(Sample::value)
                .filter(Double::isFinite)
                .sum();
    }

    /**
     * At one moment.
     *
     * @param allocated bytes since the start, as of the last collection
     * @param live bytes that survived the last collection of old objects
     * @param pauses collections that stopped the program
     * @param paused seconds they took together
     * @param longestPause of late, in seconds
     * @param files open file handles
     * @param waiting messages in all queues
     */
    record Reading(
            double allocated,
            double live,
            double pauses,
            double paused,
            double longestPause,
            double files,
            double waiting) {}

    private record Sample(String name, double value) {}
}
