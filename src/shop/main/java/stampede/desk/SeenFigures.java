package stampede.desk;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;
import stampede.signing.HmacKeys;
import stampede.signing.SigningKeys;

/**
 * Signs the figures that a question shows, and looks at the answer whether they still hold: nobody confirms what they have not seen.
 */
@Component
public class SeenFigures {

    private static final Duration VALID = Duration.ofMinutes(10);
    private static final int FEW = 10;
    private static final int PART = 100;
    /** So that it is within a long, whoever wrote it. */
    private static final int LONGEST_NUMBER = 19;

    private static final Pattern WRITTEN =
            Pattern.compile("(\\d{1,18})\\.((?:-?\\d{1,19}(?:_-?\\d{1,19})*)?)\\.([0-9a-f]{64})");

    private final HmacKeys keys;
    private final Clock clock;

    @Autowired
    SeenFigures(SigningKeys keys, Clock clock) {
        this(new HmacKeys(keys.ofAccounts()), clock);
    }

    SeenFigures(HmacKeys keys, Clock clock) {
        this.keys = keys;
        this.clock = clock;
    }

    /**
     * What a form carries.
     *
     * @param act what the question is about and whom it asks, such as {@code operator:3 OFFER_STOPPED offer:42 OPEN}; what must not
     *     change at all belongs here
     */
    public String sign(String act, List<Confirm.Figure> figures) {
        var numbers =
                figures.stream().map(figure -> Long.toString(figure.value())).collect(Collectors.joining("_"));
        var said = clock.millis() + "." + numbers;
        return said + "." + code(act, said);
    }

    /** Whether the figures are still about those that were signed: none differs by more than ten or a hundredth, within ten minutes. */
    public boolean hold(String act, String seen, List<Confirm.Figure> now) {
        return signed(act, seen)
                .filter(before -> before.size() == now.size())
                .filter(before -> IntStream.range(0, now.size())
                        .allMatch(i -> near(before.get(i), now.get(i).value())))
                .isPresent();
    }

    /** The figures as the form says that they were, to be shown, whoever wrote them; none if they cannot be read. */
    List<Long> said(String seen) {
        var parts = WRITTEN.matcher(seen);
        return parts.matches() ? numbers(parts.group(2)) : List.of();
    }

    private static List<Long> numbers(String written) {
        return Arrays.stream(written.split("_", -1))
                .filter(number -> !number.isEmpty() && number.length() < LONGEST_NUMBER)
                .map(Long::valueOf)
                .toList();
    }

    private Optional<List<Long>> signed(String act, String seen) {
        var parts = WRITTEN.matcher(seen);
        if (!parts.matches()) {
            return Optional.empty();
        }
        var code = code(act, parts.group(1) + "." + parts.group(2));
        var genuine = MessageDigest.isEqual(
                code.getBytes(StandardCharsets.US_ASCII), parts.group(3).getBytes(StandardCharsets.US_ASCII));
        var age = clock.millis() - Long.parseLong(parts.group(1));
        return genuine && age <= VALID.toMillis() ? Optional.of(numbers(parts.group(2))) : Optional.empty();
    }

    private static boolean near(long before, long now) {
        var most = Math.min(FEW, Math.abs(before) / PART);
        return Math.abs(before - now) <= most;
    }

    /** The prefix keeps these codes apart from whatever else the key signs. */
    private String code(String act, String said) {
        return HexFormat.of().formatHex(keys.sign("seen-figures:" + act + "\n" + said));
    }
}
