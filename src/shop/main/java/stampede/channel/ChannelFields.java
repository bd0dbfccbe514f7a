package stampede.channel;

import jakarta.mail.internet.AddressException;
import jakarta.mail.internet.InternetAddress;
import java.time.LocalTime;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A channel as somebody typed it in.
 *
 * @param name how people shall call it
 * @param kind of {@link ChannelKind}
 * @param address where its messages are sent; empty: where those of its kind are
 * @param token in its address; empty: as it is
 * @param secret that signs; empty: as it is
 * @param isChanging whether the secret before goes on signing, too
 * @param recipients addresses of mail or numbers of phones, with commas or spaces between them
 * @param severities of {@link Severity}
 * @param rules names of rules, with commas or spaces between them; empty: all
 * @param types of {@link MessageType}; empty: all
 * @param language {@code zh} or {@code en}
 * @param quietFrom such as {@code 23:00}; empty: it has no quiet hours
 * @param quietUntil such as {@code 08:00}
 */
public record ChannelFields(
        String name,
        String kind,
        String address,
        String token,
        String secret,
        boolean isChanging,
        String recipients,
        Set<String> severities,
        String rules,
        Set<String> types,
        String language,
        String quietFrom,
        String quietUntil) {

    public static final String NAME = "name";
    public static final String KIND = "kind";
    public static final String ADDRESS = "address";
    public static final String TOKEN = "token";
    public static final String SECRET = "secret";
    public static final String CHANGING = "changing";
    public static final String RECIPIENTS = "recipients";
    public static final String SEVERITIES = "severities";
    public static final String RULES = "rules";
    public static final String TYPES = "types";
    public static final String LANGUAGE = "language";
    public static final String QUIET_FROM = "quietFrom";
    public static final String QUIET_UNTIL = "quietUntil";

    private static final int LONGEST_NAME = 60;
    private static final int LONGEST_ADDRESS = 500;
    private static final int LONGEST_RULES = 500;
    private static final int LONGEST_RECIPIENTS = 1_000;
    private static final int MOST_RECIPIENTS = 20;
    private static final int SHORTEST_KEY = 16;

    private static final Pattern VISIBLE = Pattern.compile("[\\x21-\\x7e]{8,200}");
    private static final Pattern VARIABLE =
            Pattern.compile(ChannelCache.FROM_ENVIRONMENT + ChannelCache.VARIABLES + "[A-Z0-9_]{1,60}");
    private static final Pattern RULE = Pattern.compile("[a-z][a-z0-9-]{0,63}");
    private static final Pattern PHONE = Pattern.compile("\\+?\\d{5,20}");
    private static final Pattern MAIL = Pattern.compile("[\\x21-\\x7e&&[^,;<>\"()]]{1,64}@[A-Za-z0-9.-]{1,190}");

    /** What people copy is the whole address of a robot. */
    private static final Pattern ROBOT = Pattern.compile("https://[^ ]+[?&](?:access_token|key)=([^& ]+)");

    public ChannelFields {
        severities = Set.copyOf(severities);
        types = Set.copyOf(types);
        var robot = ROBOT.matcher(token);
        token = robot.matches() ? robot.group(1) : token;
    }

    /** What a channel is, but for its secrets, as a form has it. */
    public static Map<String, String> of(Channel channel) {
        var terms = channel.terms();
        var fields = new LinkedHashMap<String, String>();
        fields.put(NAME, terms.name());
        fields.put(KIND, terms.kind().name());
        fields.put(ADDRESS, terms.address());
        fields.put(CHANGING, channel.isChanging() ? "on" : "");
        fields.put(RECIPIENTS, String.join(", ", terms.recipients()));
        fields.put(SEVERITIES, names(terms.severities()));
        fields.put(RULES, terms.rules().stream().sorted().collect(Collectors.joining(", ")));
        fields.put(TYPES, names(terms.types()));
        fields.put(LANGUAGE, terms.language().toLanguageTag());
        fields.put(QUIET_FROM, text(terms.quietFrom()));
        fields.put(QUIET_UNTIL, text(terms.quietUntil()));
        return fields;
    }

    private static String names(Set<? extends Enum<?>> values) {
        return values.stream().sorted().map(Enum::name).collect(Collectors.joining(","));
    }

    private static String text(@Nullable LocalTime time) {
        return time == null ? "" : time.toString();
    }

    /**
     * What it says but for its secrets.
     *
     * @throws ChannelRefused if it cannot be
     */
    ChannelTerms terms(OutboundHttp http, boolean paused) {
        var how = goodKind();
        return new ChannelTerms(
                goodName(),
                how,
                goodAddress(how, http),
                goodRecipients(how),
                goodSeverities(),
                goodRules(),
                goodTypes(),
                goodLanguage(),
                time(quietFrom, QUIET_FROM),
                goodUntil(),
                paused);
    }

    /**
     * Its secrets: those that were typed in, and what there was before where nothing was.
     *
     * @throws ChannelRefused if one is missing, or is none
     */
    ChannelSecrets secrets(ChannelKind how, ChannelSecrets before) {
        var newToken = how.hasToken() ? (token.isEmpty() ? before.token() : token) : "";
        ChannelRefused.unless(!how.hasToken() || isGood(newToken), ChannelRefusal.BAD_CHANNEL_TOKEN, TOKEN);
        var newSecret = how.hasSecret() ? (secret.isEmpty() ? before.secret() : secret) : "";
        ChannelRefused.unless(
                !how.hasSecret() || isGoodSecret(how, newSecret), ChannelRefusal.BAD_CHANNEL_SECRET, SECRET);
        return new ChannelSecrets(
                newToken, newSecret, how == ChannelKind.WEBHOOK && isChanging ? old(before, newSecret) : "");
    }

    /** The one before the one there is now. */
    private static String old(ChannelSecrets before, String now) {
        return now.equals(before.secret()) ? before.previous() : before.secret();
    }

    private static boolean isGood(String value) {
        return value.startsWith(ChannelCache.FROM_ENVIRONMENT)
                ? VARIABLE.matcher(value).matches()
                : VISIBLE.matcher(value).matches();
    }

    private static boolean isGoodSecret(ChannelKind how, String value) {
        if (!isGood(value) || value.startsWith(ChannelCache.FROM_ENVIRONMENT)) {
            return isGood(value);
        }
        return how == ChannelKind.DINGTALK ? value.startsWith("SEC") : isKey(value);
    }

    private static boolean isKey(String value) {
        try {
            return WebhookSender.key(value).length >= SHORTEST_KEY;
        } catch (IllegalArgumentException notBase64) {
            return false;
        }
    }

    private String goodName() {
        var isGood =
                !name.isEmpty() && name.length() <= LONGEST_NAME && name.chars().noneMatch(Character::isISOControl);
        ChannelRefused.unless(isGood, ChannelRefusal.BAD_CHANNEL_NAME, NAME);
        return name;
    }

    private ChannelKind goodKind() {
        return Arrays.stream(ChannelKind.values())
                .filter(one -> one.name().equals(kind))
                .findFirst()
                .orElseThrow(() -> new ChannelRefused(ChannelRefusal.BAD_CHANNEL_KIND, KIND));
    }

    private String goodAddress(ChannelKind how, OutboundHttp http) {
        if (how == ChannelKind.MAIL || (address.isEmpty() && !how.address().isEmpty())) {
            return "";
        }
        ChannelRefused.unless(address.length() <= LONGEST_ADDRESS, ChannelRefusal.BAD_CHANNEL_ADDRESS, ADDRESS);
        // The token of a robot has a field of its own, which nobody is shown.
        ChannelRefused.unless(!how.hasToken() || address.indexOf('?') < 0, ChannelRefusal.BAD_CHANNEL_ADDRESS, ADDRESS);
        http.problem(address).ifPresent(cause -> {
            throw new ChannelRefused(
                    cause == DeliveryCause.ADDRESS_INSIDE
                            ? ChannelRefusal.CHANNEL_ADDRESS_INSIDE
                            : ChannelRefusal.BAD_CHANNEL_ADDRESS,
                    ADDRESS);
        });
        return address;
    }

    private List<String> goodRecipients(ChannelKind how) {
        if (how == ChannelKind.WEBHOOK) {
            return List.of();
        }
        var all = split(recipients);
        var isGood = all.size() <= MOST_RECIPIENTS
                && (how != ChannelKind.MAIL || !all.isEmpty())
                && String.join(",", all).length() <= LONGEST_RECIPIENTS
                && all.stream()
                        .allMatch(one -> how == ChannelKind.MAIL
                                ? isMail(one)
                                : PHONE.matcher(one).matches());
        ChannelRefused.unless(isGood, ChannelRefusal.BAD_RECIPIENTS, RECIPIENTS);
        return all;
    }

    private static boolean isMail(String text) {
        try {
            new InternetAddress(text, true).validate();
            return MAIL.matcher(text).matches();
        } catch (AddressException malformed) {
            return false;
        }
    }

    private Set<Severity> goodSeverities() {
        var all = EnumSet.noneOf(Severity.class);
        Arrays.stream(Severity.values())
                .filter(one -> severities.contains(one.name()))
                .forEach(all::add);
        ChannelRefused.unless(
                !all.isEmpty() && all.size() == severities.size(), ChannelRefusal.BAD_CHANNEL_FILTER, SEVERITIES);
        return all;
    }

    private Set<MessageType> goodTypes() {
        var all = EnumSet.noneOf(MessageType.class);
        Arrays.stream(MessageType.values())
                .filter(one -> types.contains(one.name()))
                .forEach(all::add);
        ChannelRefused.unless(all.size() == types.size(), ChannelRefusal.BAD_CHANNEL_FILTER, TYPES);
        return all;
    }

    private Set<String> goodRules() {
        var all = Set.copyOf(split(rules));
        var isGood = rules.length() <= LONGEST_RULES
                && all.stream().allMatch(rule -> RULE.matcher(rule).matches());
        ChannelRefused.unless(isGood, ChannelRefusal.BAD_CHANNEL_FILTER, RULES);
        return all;
    }

    private Locale goodLanguage() {
        ChannelRefused.unless(
                language.equals("zh") || language.equals("en"), ChannelRefusal.BAD_CHANNEL_LANGUAGE, LANGUAGE);
        return Locale.forLanguageTag(language);
    }

    private @Nullable LocalTime goodUntil() {
        ChannelRefused.unless(quietFrom.isEmpty() == quietUntil.isEmpty(), ChannelRefusal.BAD_QUIET_HOURS, QUIET_UNTIL);
        ChannelRefused.unless(
                quietFrom.isEmpty() || !quietFrom.equals(quietUntil), ChannelRefusal.BAD_QUIET_HOURS, QUIET_UNTIL);
        return time(quietUntil, QUIET_UNTIL);
    }

    private static @Nullable LocalTime time(String text, String field) {
        if (text.isEmpty()) {
            return null;
        }
        try {
            return LocalTime.parse(text).withSecond(0).withNano(0);
        } catch (DateTimeParseException malformed) {
            throw new ChannelRefused(ChannelRefusal.BAD_QUIET_HOURS, field);
        }
    }

    private static List<String> split(String text) {
        return Arrays.stream(text.split("[\\s,;，；、]+"))
                .filter(one -> !one.isEmpty())
                .distinct()
                .toList();
    }

    @Override
    public String toString() {
        return "ChannelFields[" + name + "]";
    }
}
