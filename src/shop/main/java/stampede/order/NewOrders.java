package stampede.order;

import static java.util.stream.Collectors.partitioningBy;
import static stampede.task.SendOption.in;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Component;
import stampede.catalog.Catalog;
import stampede.catalog.Offer;
import stampede.catalog.OfferId;
import stampede.catalog.ProductName;
import stampede.setting.Setting;
import stampede.setting.SettingDeclaration;
import stampede.setting.Settings;
import stampede.stock.SaleTerms;
import stampede.task.Tasks;

/** Inserts new orders, each with the name of its product, and has those that wait for their payment closed when the time to pay is up. */
@Component
class NewOrders {

    private final OrderRepository rows;
    private final Catalog catalog;
    private final Tasks tasks;
    private final DatabaseClock clock;
    private final Setting<Duration> paymentTime;

    NewOrders(
            OrderRepository rows,
            Catalog catalog,
            Tasks tasks,
            DatabaseClock clock,
            OrderProperties properties,
            Settings settings) {
        this.rows = rows;
        this.catalog = catalog;
        this.tasks = tasks;
        this.clock = clock;
        this.paymentTime = settings.declare(SettingDeclaration.duration(
                        "order.payment-time",
                        properties,
                        OrderProperties::paymentTime,
                        Duration.ofMinutes(1),
                        Duration.ofHours(2))
                .risky());
    }

    /**
     * Coupons that cost nothing are finished at once; everything else waits for its payment.
     *
     * @param terms on which the ledger sells their offers
     */
    void insert(List<OrderDraft> drafts, Map<OfferId, SaleTerms> terms) {
        var now = clock.nowMs();
        var free = drafts.stream().collect(partitioningBy(draft -> draft.isFreeCoupon(terms)));
        insertFinished(free.getOrDefault(true, List.of()), now);
        insertPayable(free.getOrDefault(false, List.of()), now);
    }

    private void insertFinished(List<OrderDraft> drafts, long now) {
        if (!drafts.isEmpty()) {
            rows.insert(OrderStatus.FINISHED, drafts, this::productName, now, now);
        }
    }

    /** One timer for the whole batch. It also names those that turn out to be surplus; a timer is only a promise to look. */
    private void insertPayable(List<OrderDraft> drafts, long now) {
        if (drafts.isEmpty()) {
            return;
        }
        var toPay = paymentTime.value();
        rows.insert(OrderStatus.AWAITING_PAYMENT, drafts, this::productName, now, now + toPay.toMillis());
        tasks.send(
                new CloseUnpaidOrders(
                        drafts.stream().map(draft -> draft.id().toString()).toList()),
                in(toPay));
    }

    /** In both languages: the reader's is not known here, and may be another one tomorrow. */
    private ProductName productName(OfferId offer) {
        return catalog.offer(offer).map(Offer::productName).orElseGet(() -> new ProductName("#" + offer, ""));
    }
}
