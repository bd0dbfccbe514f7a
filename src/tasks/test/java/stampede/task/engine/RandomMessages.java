package stampede.task.engine;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Date;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import stampede.task.message.MessageLimits;

/**
 * Messages as no client sends them, each with a mark by which it is found again: bodies, properties and headers by chance, and good
 * messages of which something was changed. One seed always gives the same ones.
 */
@SuppressWarnings("JavaUtilDate") // the client writes no other times
public final class RandomMessages {

    private static final int LONGEST_HEADER = 110_000;
    private static final int DEEPEST = 200;

    /** What Celery, the engine and the broker write. Without {@code expires}, as what has expired leaves no trace, and ids, which have marks. */
    private static final List<String> KNOWN = List.of(
            "task",
            "lang",
            "eta",
            "timelimit",
            "retries",
            "root_id",
            "parent_id",
            "group",
            "group_index",
            "argsrepr",
            "kwargsrepr",
            "origin",
            "ignore_result",
            "compression",
            "replaced_task_nesting",
            "stamped_headers",
            "CC",
            "x-death",
            "x-delivery-count",
            "x-acquired-count",
            "x-first-death-queue",
            "x-task-ids",
            "x-task-version",
            "x-task-replays",
            "x-task-priority",
            "x-task-too-new",
            "x-task-unique",
            "x-task-workflow",
            "x-task-again",
            "x-task-admitted",
            "x-task-queue",
            "x-task-error",
            "x-task-planned",
            "x-task-final",
            "x-task-unstored",
            "x-task-unreadable",
            "x-task-elsewhere");

    private final Random random;
    private final String series;
    private final List<Good> good;
    private final List<String> names;
    private final Set<String> leftOut = new HashSet<>();
    private int count;

    /**
     * @param series what all marks begin with
     * @param good tasks that run if nothing is changed
     * @param names that mean something to the engine, such as those of its queues
     */
    public RandomMessages(long seed, String series, List<Good> good, List<String> names) {
        this.random = new Random(seed);
        this.series = series;
        this.good = good;
        this.names = names;
    }

    /** No message is to have this header. */
    public RandomMessages without(String header) {
        leftOut.add(header);
        return this;
    }

    /** Publishes so many, and answers their marks. */
    public Set<String> publish(int many, Channel channel, String exchange, Supplier<String> routingKey)
            throws IOException {
        var marks = new HashSet<String>();
        while (marks.size() < many) {
            var mark = series + "-" + ++count + ".";
            var message = next(mark);
            // Larger than a frame cannot even leave.
            if (message.properties().toFrame(0, 0).size() < MessageLimits.FRAME - 100
                    && Collections.disjoint(message.properties().getHeaders().keySet(), leftOut)) {
                channel.basicPublish(exchange, routingKey.get(), message.properties(), message.body());
                marks.add(mark);
            }
        }
        return marks;
    }

    /** Marks of this series that lie in the database, among the dead or with those that wait for their time. */
    public static Set<String> inTheDatabase(JdbcTemplate jdbc, String prefix, String series) {
        var pattern = Pattern.compile(Pattern.quote(series) + "-\\d+\\.");
        var found = new HashSet<String>();
        for (var table : List.of("task_dead", "task_outbox")) {
            jdbc.query(
                    "select task_id, headers, body from " + table + " where prefix = ?",
                    row -> {
                        var text = row.getString("task_id") + " " + row.getString("headers") + " "
                                + new String(row.getBytes("body"), StandardCharsets.ISO_8859_1);
                        var marks = pattern.matcher(text);
                        if (marks.find()) {
                            found.add(marks.group());
                        }
                    },
                    prefix);
        }
        return found;
    }

    private Message next(String mark) {
        var sample = good.get(random.nextInt(good.size()));
        Map<String, @Nullable Object> headers = new HashMap<>();
        headers.put("id", mark);
        headers.put("task", sample.task());
        headers.put("lang", random.nextBoolean() ? "py" : "java");
        headers.put("mark", mark);
        var body = sample.body().getBytes(StandardCharsets.UTF_8);
        var properties =
                new BasicProperties.Builder().contentType("application/json").contentEncoding("utf-8");
        switch (random.nextInt(8)) {
            case 0 -> body = bytes(random.nextInt(3_000));
            case 1 -> body = json(random.nextInt(5));
            case 2 -> body = changed(body);
            case 3 -> changeHeaders(headers, 1);
            case 4 -> changeHeaders(headers, 2 + random.nextInt(6));
            case 5 -> {
                headers.put("id", strangeId(mark));
                changeHeaders(headers, random.nextInt(2));
            }
            case 6 -> {
                headers.clear();
                headers.put("mark", mark);
                IntStream.range(0, random.nextInt(6)).forEach(any -> headers.put(text(60), value(0)));
                body = random.nextBoolean() ? body : bytes(200);
            }
            default -> strangeProperties(properties);
        }
        if (random.nextInt(50) == 0) {
            headers.clear();
            body = (mark + new String(bytes(50), StandardCharsets.ISO_8859_1)).getBytes(StandardCharsets.UTF_8);
        }
        return new Message(properties.headers(headers).build(), body);
    }

    private void changeHeaders(Map<String, @Nullable Object> headers, int many) {
        for (int change = 0; change < many; change++) {
            var name = KNOWN.get(random.nextInt(KNOWN.size()));
            switch (name) {
                // The broker itself refuses others.
                case "CC" -> headers.put(name, List.of(names.get(random.nextInt(names.size()))));
                case "task" -> headers.put(name, random.nextBoolean() ? text(300) : value(0));
                default -> headers.put(name, random.nextInt(4) == 0 ? likely(name) : value(0));
            }
        }
    }

    /** What might even be right. */
    private Object likely(String name) {
        return switch (name) {
            case "eta" -> "2031-01-01T00:00:00+00:00";
            case "timelimit" -> List.of(random.nextDouble() * 10, random.nextInt(10));
            case "x-task-ids" ->
                IntStream.range(0, random.nextInt(20)).mapToObj(any -> text(80)).toList();
            case "x-death" -> List.of(Map.of("queue", text(200), "count", random.nextLong()));
            case "origin" -> names.get(random.nextInt(names.size())).split("\\.", 2)[0] + "@x";
            case "x-task-queue", "x-first-death-queue" ->
                names.get(random.nextInt(names.size())).replaceFirst("^[^.]*\\.", "");
            case "compression" -> "application/x-gzip";
            default -> random.nextInt(6);
        };
    }

    private Object strangeId(String mark) {
        return switch (random.nextInt(6)) {
            case 0 -> "";
            case 1 -> mark + "x".repeat(random.nextInt(65, 300));
            case 2 -> Map.of("m", mark);
            case 3 -> List.of(mark);
            case 4 -> mark.getBytes(StandardCharsets.UTF_8);
            default -> "\u0000\uD83D\uDE00 '%s".formatted(mark);
        };
    }

    private void strangeProperties(BasicProperties.Builder properties) {
        properties
                .contentType(random.nextBoolean() ? text(100) : "application/json; charset=" + text(20))
                .contentEncoding(random.nextBoolean() ? text(20) : null)
                .deliveryMode(random.nextInt(1, 3))
                .priority(random.nextInt(256))
                .correlationId(text(60))
                .replyTo(text(60))
                .messageId(text(60))
                .type(text(60))
                .appId(text(60))
                .timestamp(new Date(random.nextInt() * 1_000L));
    }

    private byte[] bytes(int many) {
        var bytes = new byte[many];
        random.nextBytes(bytes);
        return bytes;
    }

    private byte[] json(int kind) {
        return (switch (kind) {
                    case 0 -> "[".repeat(random.nextInt(1, 20_000));
                    case 1 -> "{\"a\":".repeat(random.nextInt(1, 5_000));
                    case 2 -> "[[" + "9".repeat(random.nextInt(1, 10_000)) + "], {}, null]";
                    case 3 ->
                        "[[1e" + random.nextInt() + ", \"" + "y".repeat(random.nextInt(100_000))
                                + "\"], {\"x\": null}, {}]";
                    default -> "[" + random.nextInt() + ", null, [[]]]";
                })
                .getBytes(StandardCharsets.UTF_8);
    }

    private byte[] changed(byte[] body) {
        var changed = body.clone();
        for (int change = random.nextInt(4); change >= 0 && changed.length > 0; change--) {
            var at = random.nextInt(changed.length);
            switch (random.nextInt(3)) {
                case 0 -> changed[at] = (byte) random.nextInt();
                case 1 -> changed = Arrays.copyOf(changed, at);
                default -> {
                    var twice = Arrays.copyOf(changed, changed.length + at);
                    System.arraycopy(changed, 0, twice, changed.length, at);
                    changed = twice;
                }
            }
        }
        return changed;
    }

    private @Nullable Object value(int depth) {
        return switch (random.nextInt(depth > 3 ? 14 : 18)) {
            case 0 -> null;
            case 1 -> random.nextBoolean();
            case 2 -> random.nextInt();
            case 3 -> random.nextLong();
            case 4 -> List.of(Long.MIN_VALUE, Long.MAX_VALUE, -1L, 0L, 1L << 31).get(random.nextInt(5));
            case 5 ->
                List.of(Double.MIN_VALUE, Double.MAX_VALUE, 1e300, -0.0)
                        .get(random.nextInt(4)); // RabbitMQ carries no NaN
            case 6 -> random.nextFloat();
            case 7 -> new BigDecimal(BigInteger.valueOf(random.nextInt()), random.nextInt(200));
            case 8 -> new Date(random.nextInt() * 1_000L);
            case 9 -> bytes(random.nextInt(100));
            case 10 -> (short) random.nextInt();
            case 11 -> (byte) random.nextInt();
            case 12 -> text(random.nextInt(20) == 0 ? LONGEST_HEADER : 400);
            case 13 -> names.get(random.nextInt(names.size()));
            case 14 -> deep(random.nextInt(DEEPEST));
            case 15 -> {
                Map<String, @Nullable Object> map = new HashMap<>();
                IntStream.range(0, random.nextInt(4)).forEach(any -> map.put(text(40), value(depth + 1)));
                yield map;
            }
            default -> {
                List<@Nullable Object> list = new ArrayList<>();
                IntStream.range(0, random.nextInt(4)).forEach(any -> list.add(value(depth + 1)));
                yield list;
            }
        };
    }

    private Object deep(int levels) {
        Object table = "bottom";
        for (int level = 0; level < levels; level++) {
            table = level % 2 == 0 ? Map.of("n", table) : List.of(table);
        }
        return table;
    }

    /** Of letters and of anything else; short enough for a short string of the protocol, if it is to be one. */
    private String text(int most) {
        var length = random.nextInt(most);
        var letters = random.nextBoolean();
        var text = new StringBuilder(length);
        while (text.length() < length) {
            text.appendCodePoint(letters ? 'a' + random.nextInt(26) : random.nextInt(0xD800));
        }
        var longest = Math.min(text.length(), most <= 100 ? 80 : most / 3);
        return text.substring(0, longest);
    }

    /** The name of a task and the body of a message that it takes. */
    public record Good(String task, String body) {}

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Message(BasicProperties properties, byte[] body) {}
}
