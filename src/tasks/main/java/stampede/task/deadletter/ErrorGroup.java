package stampede.task.deadletter;

import com.google.common.base.Ascii;
import com.google.common.hash.Hashing;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * What deaths of one cause have in common.
 *
 * @param type the simple name of what was thrown; empty if the error does not begin with a class
 * @param fingerprint of the error's first line, with one sign in place of each number
 */
record ErrorGroup(String type, String fingerprint) {

    /** As the migration that groups what died before does it. */
    private static final int MOST_OF_A_LINE = 300;

    private static final int LONGEST_TYPE = 80;
    private static final int DIGITS = 16;
    private static final Pattern CLASS = Pattern.compile("(?:[A-Za-z0-9_$]+[.])+([A-Za-z0-9_$]+)(?::.*)?");
    private static final Pattern NUMBER = Pattern.compile("[0-9]+");

    static ErrorGroup of(String error) {
        var end = error.indexOf('\n');
        var line = Ascii.truncate(end < 0 ? error : error.substring(0, end), MOST_OF_A_LINE, "");
        var named = CLASS.matcher(line);
        return new ErrorGroup(
                named.matches() ? Ascii.truncate(named.group(1), LONGEST_TYPE, "") : "",
                Hashing.sha256()
                        .hashString(NUMBER.matcher(line).replaceAll("#"), StandardCharsets.UTF_8)
                        .toString()
                        .substring(0, DIGITS));
    }
}
