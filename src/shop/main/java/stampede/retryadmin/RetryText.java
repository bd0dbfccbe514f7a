package stampede.retryadmin;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import stampede.task.admin.RetryTimes;

/** How waits are written and read: {@code 10s 30s 1m 24h}; a number alone is seconds. */
public final class RetryText {

    private static final Pattern WAIT = Pattern.compile("(\\d{1,6})(s|m|h)?");
    private static final int LONGEST = 200;

    private RetryText() {}

    /** As a person or a program writes them; 1 s is {@code 1s}, 90 s is {@code 90s}, 2 minutes are {@code 2m}. */
    public static String write(List<Duration> waits) {
        return waits.stream().map(RetryText::write).collect(Collectors.joining(" "));
    }

    public static String write(Duration wait) {
        if (wait.toMillis() % 1_000 != 0) {
            return wait.toMillis() + "ms";
        }
        var seconds = wait.toSeconds();
        if (seconds > 0 && seconds % 3_600 == 0) {
            return seconds / 3_600 + "h";
        }
        return seconds > 0 && seconds % 60 == 0 ? seconds / 60 + "m" : seconds + "s";
    }

    /** As a person reads it: {@code 3 min 40 s}. */
    public static String say(Duration time) {
        var parts = new ArrayList<String>();
        add(parts, time.toHours(), "h");
        add(parts, time.toMinutesPart(), "min");
        add(parts, time.toSecondsPart(), "s");
        add(parts, time.toMillisPart(), "ms");
        return parts.isEmpty() ? "0 s" : String.join(" ", parts);
    }

    private static void add(List<String> parts, long number, String unit) {
        if (number > 0) {
            parts.add(number + " " + unit);
        }
    }

    /**
     * Reads what somebody has typed.
     *
     * @param delays with blanks or commas between them
     * @param jitter in parts of a hundred
     * @throws RetryRefused with the field that is wrong
     */
    public static RetryTimes read(String delays, String jitter, String lastTries, String lastTryDelay) {
        return new RetryTimes(
                delays(delays),
                number(jitter, "jitter", 90) / 100.0,
                (int) number(lastTries, "lastTries", RetryTimes.MOST),
                wait(lastTryDelay.strip(), "lastTryDelay"));
    }

    private static List<Duration> delays(String text) {
        var words = Arrays.stream(text.length() > LONGEST ? new String[] {"?"} : text.split("[\\s,，;·]+"))
                .filter(word -> !word.isEmpty())
                .toList();
        if (words.size() > RetryTimes.MOST) {
            throw bad("delays");
        }
        return words.stream().map(word -> wait(word, "delays")).toList();
    }

    private static Duration wait(String word, String field) {
        var parts = WAIT.matcher(word);
        if (!parts.matches()) {
            throw bad(field);
        }
        var number = Long.parseLong(parts.group(1));
        var unit = parts.group(2) == null ? "s" : parts.group(2);
        var wait = Duration.ofSeconds(
                switch (unit) {
                    case "h" -> number * 3_600;
                    case "m" -> number * 60;
                    default -> number;
                });
        if (wait.compareTo(RetryTimes.SHORTEST) < 0 || wait.compareTo(RetryTimes.LONGEST) > 0) {
            throw bad(field);
        }
        return wait;
    }

    private static long number(String text, String field, int most) {
        var word = text.strip();
        if (!word.matches("\\d{1,3}") || Integer.parseInt(word) > most) {
            throw bad(field);
        }
        return Integer.parseInt(word);
    }

    private static RetryRefused bad(String field) {
        return new RetryRefused(RetryRefusal.BAD_RETRIES, field);
    }
}
