package stampede.storefront;

import java.security.SecureRandom;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.springframework.web.util.HtmlUtils;
import stampede.account.AccountId;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.address.Address;
import stampede.address.AddressBook;
import stampede.address.AddressFields;
import stampede.address.AddressId;
import stampede.token.SignIn;

/**
 * A shopper who does not exist, with as many addresses as wanted. A page is made for this one, and where it says anything of them each
 * reader's own is put in. What stands for it is made up anew by each process and cannot be guessed, so nobody can write it into the
 * text of an offer to have something of a reader's put there.
 */
public final class AnyShopper {

    private static final String MADE_UP = SignIn.newId() + SignIn.newId();

    /** Avatars show a name's first letter. This one is of no language and has no capital; whoever writes it gets a letter put there. */
    private static final String INITIAL = "\uE000";

    private static final String NAME = INITIAL + MADE_UP + "name";
    private static final String TOKEN = MADE_UP + "token";
    private static final String KEY = MADE_UP + "key";

    /** Eighteen digits, as an id may have, the last two of which are a number. */
    private static final long FIRST_ID =
            new SecureRandom().nextLong(1_000_000_000_000_000L, 10_000_000_000_000_000L) * 100;

    private static final List<Address> ADDRESSES =
            IntStream.range(0, AddressBook.MOST).mapToObj(AnyShopper::address).toList();

    /** Each of them, by how they begin: a hundred texts tried one after the other at each place took 29 % of a profile of these pages. */
    private static final Pattern GAP = Pattern.compile(INITIAL + "(?:" + MADE_UP + "name)?|" + MADE_UP
            + "(?:token|key|\\d{2}(?:name|phone|region|street))|" + FIRST_ID / 100 + "\\d{2}");

    private static final List<String> GAPS = Stream.concat(
                    Stream.of(NAME, INITIAL, TOKEN, KEY),
                    ADDRESSES.stream().flatMap(address -> texts(address).stream()))
            .toList();

    private AnyShopper() {}

    /** The account with so many addresses, which no table has. */
    public static SignedIn with(int addresses) {
        return new SignedIn(new AccountId(FIRST_ID + addresses), NAME, Role.SHOPPER);
    }

    /** What a form is sent with, see {@link #gaps()}. */
    public static String token() {
        return TOKEN;
    }

    /** All that stands for something of a reader's. One may begin with another. */
    public static Collection<String> gaps() {
        return GAPS;
    }

    /** Finds the longest of {@link #gaps()} at each place. */
    public static Pattern gap() {
        return GAP;
    }

    /** Whether pages would show these addresses as they show this shopper's: the first of all is the default, and no other. */
    public static boolean isLike(List<Address> addresses) {
        return IntStream.range(0, addresses.size())
                .allMatch(at -> at < AddressBook.MOST && addresses.get(at).isDefault() == (at == 0));
    }

    /**
     * What a reader's page has in each of the gaps, as it stands in HTML.
     *
     * @param token for the forms on it
     */
    public static Map<String, String> ownOf(SignedIn account, List<Address> addresses, String token) {
        var filled = new HashMap<String, String>();
        var name = account.username();
        filled.put(NAME, HtmlUtils.htmlEscape(name, "UTF-8"));
        filled.put(INITIAL, HtmlUtils.htmlEscape(name.substring(0, 1).toUpperCase(Locale.ROOT), "UTF-8"));
        filled.put(TOKEN, HtmlUtils.htmlEscape(token, "UTF-8"));
        filled.put(KEY, BuyForm.newKey());
        for (var at = 0; at < addresses.size(); at++) {
            var gaps = texts(ADDRESSES.get(at));
            var own = texts(addresses.get(at));
            for (var field = 0; field < gaps.size(); field++) {
                filled.put(gaps.get(field), HtmlUtils.htmlEscape(own.get(field), "UTF-8"));
            }
        }
        return filled;
    }

    static boolean is(SignedIn account) {
        return account.username().equals(NAME);
    }

    /** Those of the account, if it is one of these. */
    static Optional<List<Address>> addresses(SignedIn account) {
        return is(account)
                ? Optional.of(ADDRESSES.subList(0, Math.toIntExact(account.id().value() - FIRST_ID)))
                : Optional.empty();
    }

    static String key() {
        return KEY;
    }

    private static Address address(int at) {
        var gap = "%s%02d".formatted(MADE_UP, at);
        return new Address(
                new AddressId(FIRST_ID + at),
                new AddressFields(gap + "name", gap + "phone", gap + "region", gap + "street"),
                at == 0);
    }

    private static List<String> texts(Address address) {
        var fields = address.fields();
        return List.of(address.id().toString(), fields.name(), fields.phone(), fields.region(), fields.street());
    }
}
