package stampede.load;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The load generator wrk, for some seconds at a time.
 *
 * @param script how it makes requests of a file
 * @param directory for those files
 * @param seconds how long a run takes
 * @param connections how many requests are under way at a time
 * @param pauseMs how long each connection waits between an answer and its next request on average, in milliseconds
 * @param watched whose processor time is told
 */
record Wrk(Path script, Path directory, int seconds, int connections, int pauseMs, List<ProcessorUse.Watched> watched) {

    private static final int CONNECTIONS_OF_A_PACE = 512;

    /** A guess, subtracted from the pauses: then the rate comes out a little above what was asked for. */
    private static final int ANSWER_MS = 10;

    /** Processes as name=pid. */
    static Wrk of(StressPlan plan, int seconds, int connections, List<String> processes) {
        return new Wrk(
                Path.of("src/shop/test/load/wrk/requests.lua"),
                plan.directory(),
                seconds,
                connections,
                0,
                processes.stream().map(ProcessorUse.Watched::parse).toList());
    }

    /** A request, as the script reads it; the last three may be empty. */
    static String line(String method, String path, String token, String body, String header) {
        return String.join("\t", method, path, token, body, header);
    }

    /**
     * The same at a rate: so many connections that each pauses for long, and a slow answer holds up few requests after it.
     */
    Wrk paced(double perSecond) {
        return paced(perSecond, CONNECTIONS_OF_A_PACE);
    }

    /** The same with as many connections as are there for it, because several nodes are asked. */
    Wrk paced(double perSecond, int share) {
        var pause = (int) Math.max(1, share * 1000 / perSecond - ANSWER_MS);
        return new Wrk(script, directory, seconds, share, pause, watched);
    }

    Run run(URI address, String name, List<String> requests) throws IOException, InterruptedException {
        var file = Files.createDirectories(directory).resolve(name + ".requests");
        Files.write(file, requests);
        try {
            var before = ProcessorUse.cpuMicros(watched);
            var process = new ProcessBuilder(
                            "wrk",
                            "-t1",
                            "-c" + connections,
                            "-d" + seconds + "s",
                            "--timeout",
                            "10s",
                            "-s",
                            script.toString(),
                            address.toString(),
                            "--",
                            file.toString(),
                            name + System.nanoTime(),
                            Integer.toString(pauseMs))
                    .redirectErrorStream(true)
                    .start();
            var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new IOException("wrk failed: " + said);
            }
            var figures = said.lines()
                    .filter(line -> line.startsWith("wrk "))
                    .flatMap(line -> Stream.of(line.split(" ", -1)).skip(1))
                    .mapToLong(Long::parseLong)
                    .toArray();
            if (figures.length != 7 || figures[0] == 0) {
                throw new IOException("wrk got no answers: " + said);
            }
            return new Run(
                    name,
                    figures[0],
                    figures[1],
                    figures[2],
                    figures[0] * 1e6 / figures[3],
                    figures[4],
                    figures[5],
                    figures[6],
                    ProcessorUse.since(before, figures[0]));
        } finally {
            Files.deleteIfExists(file);
        }
    }

    /**
     * What wrk saw.
     *
     * @param name what it was
     * @param requests answers
     * @param others answers other than 2xx and 3xx
     * @param errors connections that broke, and answers that did not come in time
     * @param perSecond answers a second
     * @param p50 half of the answers took less, in microseconds
     * @param p99 99 of 100 did
     * @param p999 999 of 1,000 did
     * @param cpuMicros processor time per answer by process, in microseconds
     */
    public record Run(
            String name,
            long requests,
            long others,
            long errors,
            double perSecond,
            long p50,
            long p99,
            long p999,
            Map<String, Double> cpuMicros) {

        /** Fails unless all answers are of a kind, {@code 2xx} or {@code others}. */
        Run all(String kind) {
            if (others != (kind.equals("others") ? requests : 0)) {
                throw new IllegalStateException(others + " of " + requests + " answers were neither 2xx nor 3xx");
            }
            return this;
        }
    }
}
