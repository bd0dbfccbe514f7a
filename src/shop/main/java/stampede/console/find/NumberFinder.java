package stampede.console.find;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.springframework.stereotype.Component;
import stampede.account.Accounts;
import stampede.account.Duty;
import stampede.account.Scope;
import stampede.account.SignedIn;
import stampede.catalog.OfferId;
import stampede.draft.OfferSearchRepository;
import stampede.history.TaskHistory;
import stampede.listing.ListQuery;
import stampede.listing.ListSpec;
import stampede.orderadmin.OrderFields;
import stampede.orderadmin.OrderSearchRepository;
import stampede.paymentadmin.PaymentAdmin;
import stampede.site.ShopTimes;
import stampede.task.TaskId;

/** Knows by its form what a number is one of. */
@Component
class NumberFinder {

    private static final Pattern NUMBER = Pattern.compile("(?:order:|offer:)?([1-9]\\d{0,17}|[1-8]\\d{18})");
    private static final Pattern TRADE = Pattern.compile("(?:trade:)?[0-9]{16,64}");
    private static final Pattern NAME = Pattern.compile("@\\S+");
    private static final ListSpec ORDERS = OrderFields.ofOperators("/console/orders", "console.orders");
    private static final Scope ALL = new Scope.All();

    private final OrderSearchRepository orders;
    private final OfferSearchRepository offers;
    private final PaymentAdmin payments;
    private final TaskHistory tasks;
    private final Accounts accounts;
    private final ShopTimes times;

    NumberFinder(
            OrderSearchRepository orders,
            OfferSearchRepository offers,
            PaymentAdmin payments,
            TaskHistory tasks,
            Accounts accounts,
            ShopTimes times) {
        this.orders = orders;
        this.offers = offers;
        this.payments = payments;
        this.tasks = tasks;
        this.accounts = accounts;
        this.times = times;
    }

    /** The page of the order, trade, refund, offer, purchase, task or account that this names; empty if it names none. */
    Optional<String> page(String text, SignedIn operator) {
        if (NAME.matcher(text).matches()) {
            return account(text, operator);
        }
        return order(text)
                .or(() -> offer(text))
                .or(() -> purchase(text))
                .or(() -> refund(text))
                .or(() -> task(text));
    }

    private Optional<String> order(String text) {
        if (!NUMBER.matcher(text).matches() && !TRADE.matcher(text).matches()) {
            return Optional.empty();
        }
        var query = ListQuery.of(ORDERS, Map.of("number", new String[] {text}), times.zone());
        return orders.page(ALL, query).rows().stream().findFirst().map(order -> "/console/orders/" + order.id());
    }

    private Optional<String> offer(String text) {
        return number(text)
                .flatMap(number -> offers.find(new OfferId(number), ALL))
                .map(offer -> "/console/offers/" + offer.id());
    }

    /** What was refused or given up is no order, and its page says what became of it. */
    private static Optional<String> purchase(String text) {
        return text.matches("\\d{15,19}")
                ? number(text).map(number -> "/console/purchases/" + number)
                : Optional.empty();
    }

    private Optional<String> refund(String text) {
        return text.startsWith("R-")
                ? payments.refund(text).map(refund -> "/console/payments/refunds/" + refund.requestNo())
                : Optional.empty();
    }

    private Optional<String> task(String text) {
        return TaskId.read(text).flatMap(tasks::find).map(run -> "/console/tasks/" + text);
    }

    /** Those who may not see accounts are shown what the shopper bought. */
    private Optional<String> account(String text, SignedIn operator) {
        return accounts.find(text.substring(1))
                .map(account -> operator.may(Duty.ADMIN)
                        ? "/console/accounts/" + account.id()
                        : "/console/orders?shopper=" + account.id());
    }

    private static Optional<Long> number(String text) {
        var number = NUMBER.matcher(text);
        return number.matches() ? Optional.of(Long.valueOf(number.group(1))) : Optional.empty();
    }
}
