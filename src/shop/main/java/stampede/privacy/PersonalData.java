package stampede.privacy;

import java.io.OutputStream;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Service;
import stampede.account.AccountId;
import stampede.account.AccountRefusal;
import stampede.account.AccountRefused;
import stampede.account.SignedIn;
import stampede.address.AddressBook;
import stampede.coupon.Coupon;
import stampede.coupon.Coupons;
import stampede.mail.MailAddresses;
import stampede.ratelimit.AttemptRateLimiter;
import stampede.ratelimit.RateLimit;
import stampede.ratelimit.RateLimitKey;
import stampede.signin.SecondFactors;
import stampede.signin.SignIns;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.json.JsonMapper;

/**
 * All that the shop keeps about an account, as JSON for its owner. It is written as it is read, page by page, so its memory does not grow with
 * it. Nothing in it opens anything: no password, no key, no code of a coupon, no name of a sign-in.
 */
@Service
public class PersonalData {

    private static final RateLimit OFTEN_ENOUGH = new RateLimit(10, Duration.ofMinutes(1));

    private final PersonalDataRepository rows;
    private final AddressBook addresses;
    private final MailAddresses mail;
    private final Coupons coupons;
    private final SignIns signIns;
    private final SecondFactors factors;
    private final AttemptRateLimiter limiter;
    private final Clock clock;
    private final JsonMapper json = new JsonMapper();

    PersonalData(
            PersonalDataRepository rows,
            AddressBook addresses,
            MailAddresses mail,
            Coupons coupons,
            SignIns signIns,
            SecondFactors factors,
            AttemptRateLimiter limiter,
            Clock clock) {
        this.rows = rows;
        this.addresses = addresses;
        this.mail = mail;
        this.coupons = coupons;
        this.signIns = signIns;
        this.factors = factors;
        this.limiter = limiter;
        this.clock = clock;
    }

    /**
     * Counts a file that an account asks for.
     *
     * @throws AccountRefused with the time to wait, if there were too many
     */
    public void admit(AccountId account) {
        limiter.take(List.of(new RateLimitKey("data:" + account, OFTEN_ENOUGH))).ifPresent(wait -> {
            throw new AccountRefused(AccountRefusal.TOO_MANY_ATTEMPTS, wait);
        });
    }

    /** Writes it as one object; times are UTC, money is whole fen. Leaves the stream open. */
    public void write(SignedIn account, OutputStream out) {
        var id = account.id();
        try (var to = json.createGenerator(out)) {
            to.writeStartObject();
            to.writeStringProperty("written", clock.instant().toString());
            to.writeName("account");
            json.writeValue(to, withMail(id));
            array(
                    to,
                    "addresses",
                    addresses.list(id).stream()
                            .map(address -> PersonalDataRepository.fields(
                                    "name", address.fields().name(),
                                    "phone", address.fields().phone(),
                                    "region", address.fields().region(),
                                    "street", address.fields().street(),
                                    "isDefault", address.isDefault()))
                            .toList());
            array(
                    to,
                    "signIns",
                    signIns.open(id).stream()
                            .map(signIn -> PersonalDataRepository.fields(
                                    "kind", signIn.kind().name(),
                                    "begun",
                                            signIn.begun().map(Object::toString).orElse(""),
                                    "used", signIn.used().toString()))
                            .toList());
            array(to, "reminders", rows.reminders(id));
            writeOrders(to, id);
            writeRefused(to, id);
            writeCoupons(to, id);
            to.writeEndObject();
        }
    }

    private Map<String, Object> withMail(AccountId account) {
        var fields = rows.account(account);
        var state = mail.state(account);
        mail.language(account).ifPresent(language -> fields.put("language", language));
        state.address().ifPresent(address -> fields.put("mail", address));
        state.wanted().ifPresent(address -> fields.put("mailNotConfirmed", address));
        fields.put("secondFactor", factors.isSetUp(account));
        return fields;
    }

    private void writeOrders(JsonGenerator to, AccountId account) {
        to.writeName("orders");
        to.writeStartArray();
        for (var page = rows.orders(account, 0); !page.isEmpty(); page = rows.orders(account, last(page))) {
            var ids = page.stream().map(PersonalDataRepository.Numbered::id).toList();
            var payments = rows.payments(ids);
            var refunds = rows.refunds(ids);
            for (var order : page) {
                put(order.fields(), "payments", payments);
                put(order.fields(), "refunds", refunds);
                json.writeValue(to, order.fields());
            }
        }
        to.writeEndArray();
    }

    private static void put(Map<String, Object> order, String name, List<Map<String, Object>> all) {
        var its = all.stream()
                .filter(one -> String.valueOf(order.get("id")).equals(one.get("order")))
                .toList();
        if (!its.isEmpty()) {
            order.put(name, its);
        }
    }

    private void writeRefused(JsonGenerator to, AccountId account) {
        to.writeName("purchasesWithoutOrder");
        to.writeStartArray();
        for (var page = rows.refused(account, 0); !page.isEmpty(); page = rows.refused(account, last(page))) {
            page.forEach(purchase -> json.writeValue(to, purchase.fields()));
        }
        to.writeEndArray();
    }

    private static long last(List<PersonalDataRepository.Numbered> page) {
        return page.get(page.size() - 1).id();
    }

    private void writeCoupons(JsonGenerator to, AccountId account) {
        to.writeName("coupons");
        to.writeStartArray();
        var number = 0;
        for (var page = coupons.of(account, number, PersonalDataRepository.PAGE).items();
                !page.isEmpty();
                page = coupons.of(account, ++number, PersonalDataRepository.PAGE)
                        .items()) {
            page.forEach(coupon -> json.writeValue(to, fields(coupon)));
        }
        to.writeEndArray();
    }

    private Map<String, Object> fields(Coupon coupon) {
        return PersonalDataRepository.fields(
                "order", coupon.order().toString(),
                "name", coupon.terms().name(),
                "description", coupon.terms().description(),
                "faceValueFen", coupon.terms().faceValue().fen(),
                "taken", coupon.takenAt().toString(),
                "validUntil", coupon.validUntil().toString(),
                "used", coupon.usedAt().map(Object::toString).orElse(""),
                "state", coupon.stateAt(clock.instant()).name());
    }

    private void array(JsonGenerator to, String name, List<Map<String, Object>> all) {
        to.writeName(name);
        json.writeValue(to, all);
    }
}
