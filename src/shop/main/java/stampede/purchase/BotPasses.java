package stampede.purchase;

import com.google.common.base.Splitter;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.crypto.SecretKey;
import stampede.account.AccountId;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.catalog.OfferId;
import stampede.signing.HmacKeys;

/**
 * What bots show instead of a token, as {@code Authorization: Rehearsal shadow.bot.second.code}: the shop signed that this bot may buy this
 * shadow until then. It opens the buy button of that offer and how its purchases stand, and nothing else of the shop.
 */
public final class BotPasses {

    /** How the header begins, with a space behind it. */
    public static final String SCHEME = "Rehearsal ";

    /** The longest that is looked at. */
    private static final int LONGEST = 160;

    private static final Pattern FORM =
            Pattern.compile("[1-9][0-9]{0,18}\\.[0-9]{1,7}\\.[0-9]{1,12}\\.[A-Za-z0-9_-]{43}");
    private static final Splitter DOT = Splitter.on('.');

    private final HmacKeys keys;
    private final Clock clock;

    /** @param keys the first one signs, all of them are believed */
    BotPasses(List<SecretKey> keys, Clock clock) {
        this.keys = new HmacKeys(keys);
        this.clock = clock;
    }

    /** The whole header of a bot, by its number from 0, for a shadow, good until then. */
    public String header(OfferId shadow, int bot, Instant until) {
        var facts = shadow + "." + bot + "." + until.getEpochSecond();
        return SCHEME + facts + "." + text(keys.sign(signed(facts)));
    }

    /** The bot that the header names, if the shop signed it for this shadow and its time is not over. */
    public Optional<SignedIn> bot(String header, OfferId shadow) {
        var pass = header.substring(Math.min(header.length(), SCHEME.length()));
        if (!shadow.isShadow() || pass.length() > LONGEST || !FORM.matcher(pass).matches()) {
            return Optional.empty();
        }
        var end = pass.lastIndexOf('.');
        var parts = DOT.splitToList(pass);
        return parts.get(0).equals(shadow.toString())
                        && isSigned(pass.substring(0, end), parts.get(3))
                        && clock.instant().isBefore(Instant.ofEpochSecond(Long.parseLong(parts.get(2))))
                ? Optional.of(account(Integer.parseInt(parts.get(1))))
                : Optional.empty();
    }

    private boolean isSigned(String facts, String code) {
        var given = code.getBytes(StandardCharsets.US_ASCII);
        return keys.codes(signed(facts))
                .anyMatch(right -> MessageDigest.isEqual(text(right).getBytes(StandardCharsets.US_ASCII), given));
    }

    private static SignedIn account(int bot) {
        return new SignedIn(AccountId.bot(bot), "bot-" + bot, Role.SHOPPER);
    }

    private static String signed(String facts) {
        return "stampede-bot-pass-1\n" + facts;
    }

    private static String text(byte[] code) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(code);
    }
}
