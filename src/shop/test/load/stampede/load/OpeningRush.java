package stampede.load;

import static us.abstracta.jmeter.javadsl.JmeterDsl.csvDataSet;
import static us.abstracta.jmeter.javadsl.JmeterDsl.htmlReporter;
import static us.abstracta.jmeter.javadsl.JmeterDsl.httpSampler;
import static us.abstracta.jmeter.javadsl.JmeterDsl.jsr223PostProcessor;
import static us.abstracta.jmeter.javadsl.JmeterDsl.jsr223PreProcessor;
import static us.abstracta.jmeter.javadsl.JmeterDsl.onceOnlyController;
import static us.abstracta.jmeter.javadsl.JmeterDsl.testPlan;
import static us.abstracta.jmeter.javadsl.JmeterDsl.threadGroup;
import static us.abstracta.jmeter.javadsl.JmeterDsl.whileController;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.http.entity.ContentType;
import org.apache.jmeter.samplers.SampleResult;
import org.apache.jmeter.threads.JMeterVariables;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import us.abstracta.jmeter.javadsl.core.engines.EmbeddedJmeterEngine;
import us.abstracta.jmeter.javadsl.core.postprocessors.DslJsr223PostProcessor.PostProcessorScript;
import us.abstracta.jmeter.javadsl.core.preprocessors.DslJsr223PreProcessor.PreProcessorScript;
import us.abstracta.jmeter.javadsl.core.util.PropertyScriptBuilder.PropertyScript;
import us.abstracta.jmeter.javadsl.http.DslHttpSampler;

/**
 * The moment the sale opens: every shopper presses the button once, many at the same time, by JMeter. Who is told to come
 * back later does so, with the same key, a bounded number of times and for a bounded time.
 */
final class OpeningRush {

    private static final int MOST_TRIES = 40;
    private static final long LONGEST_WAIT_SECONDS = 5;
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final String BODY = "{\"units\":1,\"address\":\"Stress Road 8, Hangzhou\"}";

    private final StressPlan plan;
    private final String offer;
    private final AnswerTally answerTally;
    private final long patientUntil = System.nanoTime() + PATIENCE.toNanos();

    OpeningRush(StressPlan plan, String offer, AnswerTally answerTally) {
        this.plan = plan;
        this.offer = offer;
        this.answerTally = answerTally;
    }

    /** Runs until everybody has an answer. */
    void run(List<Shopper> shoppers) throws IOException {
        var file = write(shoppers);
        try {
            var rounds = (shoppers.size() + plan.threads() - 1) / plan.threads() + 1;
            PropertyScript<Boolean> unanswered = script -> isUnanswered(script.vars);
            testPlan(
                            threadGroup(
                                    "shoppers",
                                    plan.threads(),
                                    rounds,
                                    csvDataSet(file.toString())
                                            .variableNames("number", "token", "key", "source")
                                            .stopThreadOnEOF(),
                                    onceOnlyController(look()),
                                    whileController("until answered", unanswered, press())),
                            htmlReporter(plan.directory().toString(), "report"))
                    .runIn(new EmbeddedJmeterEngine().prop("httpclient4.retrycount", 0));
        } catch (InterruptedException | TimeoutException stopped) {
            throw new IOException("The rush did not come to its end", stopped);
        } finally {
            Files.delete(file);
        }
    }

    /** Whoever buys has looked before; this also keeps JMeter's own start out of the times of the first purchases. */
    private DslHttpSampler look() {
        return httpSampler(
                "look", plan.shop().resolve("/api/v1/offers/" + offer).toString());
    }

    private DslHttpSampler press() {
        PreProcessorScript fromOwnAddress = script -> {
            if (plan.onLoopback()) {
                script.sampler.setProperty("HTTPSampler.ipSource", script.vars.get("source"));
            }
        };
        PostProcessorScript note = script -> note(script.vars, script.prev);
        return httpSampler(
                        "buy",
                        plan.shop()
                                .resolve("/api/v1/offers/" + offer + "/purchases")
                                .toString())
                .post(BODY, ContentType.APPLICATION_JSON)
                .header("Authorization", "Bearer ${token}")
                .header("Idempotency-Key", "${key}")
                .connectionTimeout(Duration.ofSeconds(10))
                .responseTimeout(Duration.ofSeconds(30))
                .children(jsr223PreProcessor(fromOwnAddress), jsr223PostProcessor(note));
    }

    private static boolean isUnanswered(JMeterVariables shopper) {
        return !shopper.get("key").equals(shopper.get("answered"));
    }

    /** Without an answer the purchase may exist all the same; asking again with the same key does no harm. */
    private void note(JMeterVariables shopper, SampleResult sample) throws InterruptedException {
        var status = sample.getResponseCode();
        if (!status.matches("[0-9]{3}")) {
            comeBack(shopper, "NO_ANSWER", 1);
            return;
        }
        answerTally.answered(sample.getStartTime(), sample.getEndTime());
        var body = json(sample.getResponseDataAsString());
        if (status.equals("202")) {
            answerTally.accepted(
                    Integer.parseInt(shopper.get("number")),
                    body.path("purchaseId").asString(""),
                    sample.getStartTime(),
                    sample.getEndTime());
            shopper.put("answered", shopper.get("key"));
            return;
        }
        var reason = body.path("reason").asString("");
        sample.setSuccessful(!reason.isEmpty() && !reason.equals("FAULT"));
        if (status.equals("429") || status.equals("503")) {
            comeBack(shopper, reason, retryAfter(sample));
        } else {
            last(shopper, reason.isEmpty() ? "UNNAMED_" + status : reason);
        }
    }

    private void comeBack(JMeterVariables shopper, String reason, long seconds) throws InterruptedException {
        var tries = shopper.get("key").equals(shopper.get("tried")) ? Integer.parseInt(shopper.get("tries")) + 1 : 1;
        if (tries >= MOST_TRIES || System.nanoTime() > patientUntil) {
            last(shopper, reason);
            return;
        }
        shopper.put("tried", shopper.get("key"));
        shopper.put("tries", Integer.toString(tries));
        answerTally.putOff(reason);
        TimeUnit.SECONDS.sleep(Math.min(seconds, LONGEST_WAIT_SECONDS));
    }

    private void last(JMeterVariables shopper, String reason) {
        answerTally.refused(reason);
        shopper.put("answered", shopper.get("key"));
    }

    /** Whether this is no refusal but our own word for an answer without a reason, a fault, or none at all. */
    static boolean isNoName(String reason) {
        return reason.startsWith("UNNAMED_") || reason.equals("FAULT") || reason.equals("NO_ANSWER");
    }

    private static JsonNode json(String body) {
        try {
            return ShopApi.JSON.readTree(body);
        } catch (JacksonException none) {
            return ShopApi.JSON.createObjectNode();
        }
    }

    private static long retryAfter(SampleResult sample) {
        return sample.getResponseHeaders()
                .lines()
                .map(line -> line.split(":", 2))
                .filter(header -> header.length == 2 && header[0].equalsIgnoreCase("Retry-After"))
                .map(header -> header[1].strip())
                .filter(value -> value.matches("[0-9]{1,6}"))
                .mapToLong(Long::parseLong)
                .findFirst()
                .orElse(1);
    }

    /** The tokens open accounts, so nobody else may read the file, and it does not stay. */
    private Path write(List<Shopper> shoppers) throws IOException {
        Files.createDirectories(plan.directory());
        var ownerOnly = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        var file = Files.createTempFile(plan.directory(), "shoppers", ".csv", ownerOnly);
        var lines = shoppers.stream()
                .map(shopper -> String.join(
                        ",", Integer.toString(shopper.number()), shopper.token(), shopper.key(), shopper.source()))
                .toList();
        return Files.write(file, lines);
    }
}
