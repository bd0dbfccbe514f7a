package stampede.compensation;

import java.util.regex.Pattern;

/**
 * What went wrong, in words that may be kept: the class of the exception and the first line of its message, without what may be
 * somebody's. Quoted text, long numbers, addresses of mail, what looks like a key, and all that is not ASCII are left out.
 */
public final class CauseText {

    private static final String LEFT_OUT = "…";
    private static final int LONGEST = 300;
    private static final Pattern CLASS = Pattern.compile("^(?:[\\w$]+\\.)*([A-Za-z_$][\\w$]*)(?=:|$)");
    private static final Pattern QUOTED = Pattern.compile("'[^']*'?|\"[^\"]*\"?|`[^`]*`?|\\{.*|\\[.*");
    private static final Pattern MAIL = Pattern.compile("\\S*@\\S*");
    private static final Pattern KEY = Pattern.compile("(?=[\\w+/=.-]*\\d)[\\w+/=.-]{16,}");
    private static final Pattern NUMBER = Pattern.compile("\\d(?:[ -]?\\d){3,}");
    private static final Pattern FOREIGN = Pattern.compile("[^\\x20-\\x7E…]+");

    private CauseText() {}

    /** Of a stack trace, or of a text that says why. */
    public static String of(String error) {
        var first = error.lines().findFirst().orElse("");
        var line = first.substring(0, Math.min(first.length(), 2 * LONGEST));
        var type = CLASS.matcher(line);
        var name = type.find() ? type.group(1) : "";
        var rest = name.isEmpty() ? line : line.substring(type.end());
        for (var part : new Pattern[] {QUOTED, MAIL, KEY, NUMBER, FOREIGN}) {
            rest = part.matcher(rest).replaceAll(LEFT_OUT);
        }
        var text = name + rest;
        return text.substring(0, Math.min(text.length(), LONGEST));
    }
}
