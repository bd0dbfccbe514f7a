package stampede.mail;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Where mail goes: plain letters before and after the sign, without quotes, comments or a name, so that nothing in it can be another
 * recipient or another header. Names of hosts in other scripts are written as {@code xn--…}.
 *
 * @param value as it was typed, without white space around it
 */
record MailAddress(String value) {

    static final int LONGEST = 254;

    private static final Pattern FORM =
            Pattern.compile("[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*"
                    + "@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9]");
    private static final int LONGEST_NAME = 64;

    /** @throws MailRefused if it is none */
    MailAddress {
        value = value.length() > 2 * LONGEST ? "" : value.strip();
        if (value.length() > LONGEST
                || value.indexOf('@') > LONGEST_NAME
                || !FORM.matcher(value).matches()) {
            throw new MailRefused(MailRefusal.BAD_MAIL_ADDRESS);
        }
    }

    /** The same for all ways to write it, for counting. */
    String folded() {
        return value.toLowerCase(Locale.ROOT);
    }

    /** Without the address, so that no log has it. */
    @Override
    public String toString() {
        return "MailAddress[…]";
    }
}
