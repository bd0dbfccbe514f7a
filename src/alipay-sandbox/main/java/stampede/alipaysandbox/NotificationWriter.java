package stampede.alipaysandbox;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Component;
import stampede.alipaysandbox.Trade.Refund;
import stampede.alipaysandbox.Trade.Status;

/** Writes notifications, and lets faults befall them. */
@Component
class NotificationWriter {

    private static final String NO_METHOD = "";
    private static final long PASSING = 300;

    private final SandboxProperties properties;
    private final Faults faults;
    private final Clock clock;

    NotificationWriter(SandboxProperties properties, Faults faults, Clock clock) {
        this.properties = properties;
        this.faults = faults;
        this.clock = clock;
    }

    /** What goes out when the trade's state has changed: nothing if its shop does not want to hear, several if there are faults. */
    List<NotificationDelivery> about(Trade trade) {
        return trade.checkout().notifyUrl().isEmpty() ? List.of() : faulty(trade, fields(trade));
    }

    /** What goes out when a refund of the trade is done. */
    List<NotificationDelivery> about(Trade trade, Refund refund) {
        if (trade.checkout().notifyUrl().isEmpty()) {
            return List.of();
        }
        var fields = fields(trade);
        fields.put("out_biz_no", refund.requestNo());
        fields.put("gmt_refund", SandboxTimeFormat.text(clock.instant()) + ".000");
        fields.put("refund_fee", trade.paidBack().yuan());
        return faulty(trade, fields);
    }

    /** The fields of a notification about the trade as it stands, unsigned. */
    Map<String, String> fields(Trade trade) {
        var fields = frame();
        fields.put("trade_no", trade.id());
        fields.put("out_trade_no", trade.outTradeNo());
        fields.put("buyer_id", AlipayNumbers.buyer(trade.buyer()));
        fields.put("subject", trade.checkout().subject());
        fields.put("trade_status", trade.status().name());
        fields.put("total_amount", trade.amount().yuan());
        fields.put("gmt_create", SandboxTimeFormat.text(trade.created()));
        trade.paid().ifPresent(paid -> money(fields, trade.amount(), paid));
        trade.ended().ifPresent(ended -> fields.put("gmt_close", SandboxTimeFormat.text(ended)));
        return fields;
    }

    /** What every notification says. */
    Map<String, String> frame() {
        var fields = new LinkedHashMap<String, String>();
        fields.put("notify_id", AlipayNumbers.notification(clock.instant()));
        fields.put("notify_time", SandboxTimeFormat.text(clock.instant()));
        fields.put("notify_type", "trade_status_sync");
        fields.put("app_id", properties.appId());
        fields.put("auth_app_id", properties.appId());
        fields.put("seller_id", properties.sellerId());
        fields.put("charset", "UTF-8");
        fields.put("version", "1.0");
        fields.put("sign_type", "RSA2");
        return fields;
    }

    private static void money(Map<String, String> fields, SandboxAmount amount, Instant paid) {
        fields.put("gmt_payment", SandboxTimeFormat.text(paid));
        fields.put("receipt_amount", amount.yuan());
        fields.put("buyer_pay_amount", amount.yuan());
        fields.put("invoice_amount", amount.yuan());
        fields.put("point_amount", "0.00");
        fields.put("fund_bill_list", "[{\"amount\":\"" + amount.yuan() + "\",\"fundChannel\":\"ALIPAYACCOUNT\"}]");
    }

    private List<NotificationDelivery> faulty(Trade trade, Map<String, String> fields) {
        var all = new ArrayList<NotificationDelivery>();
        var news = trade.status() == Status.TRADE_SUCCESS && trade.refunds().isEmpty();
        all.add(genuine(trade, fields, news && reorder(trade, fields, all)));
        if (hit(FaultKind.FORGE, trade)) {
            all.add(extra(trade, fields, faults.coin() ? NotificationSigner.BROKEN : NotificationSigner.OTHER_KEY));
        }
        if (hit(FaultKind.WRONG_AMOUNT, trade)) {
            all.add(changed(
                    trade, fields, "total_amount", fenOff(trade.amount()).yuan()));
        }
        if (hit(FaultKind.WRONG_APP, trade)) {
            all.add(changed(trade, fields, "app_id", "2021999999999999"));
        }
        if (hit(FaultKind.WRONG_SELLER, trade)) {
            all.add(changed(trade, fields, "seller_id", "2088999999999999"));
        }
        return all;
    }

    private NotificationDelivery genuine(Trade trade, Map<String, String> fields, boolean overtaken) {
        var dropped = hit(FaultKind.DROP, trade);
        var delay = faults.hit(FaultKind.DELAY, trade.outTradeNo(), NO_METHOD)
                .map(rule -> rule.waitMs().orElse(1_000L))
                .orElse(overtaken ? PASSING : 0L);
        var copies = faults.hit(FaultKind.DUPLICATE, trade.outTradeNo(), NO_METHOD)
                .map(rule -> rule.copies().orElse(3))
                .orElse(1);
        return new NotificationDelivery(
                AlipayNumbers.delivery(),
                trade.outTradeNo(),
                trade.checkout().notifyUrl(),
                fields,
                NotificationSigner.REAL,
                true,
                copies,
                dropped ? NotificationDelivery.State.DROPPED : NotificationDelivery.State.PENDING,
                clock.instant().plusMillis(delay),
                List.of());
    }

    /** The trade itself is not finished by this, or no refund would be possible. */
    private boolean reorder(Trade trade, Map<String, String> fields, List<NotificationDelivery> all) {
        var reordered = hit(FaultKind.REORDER, trade);
        if (reordered) {
            all.add(changed(trade, fields, "trade_status", Status.TRADE_FINISHED.name()));
        }
        return reordered;
    }

    private NotificationDelivery changed(Trade trade, Map<String, String> fields, String name, String value) {
        var lie = new LinkedHashMap<>(fields);
        lie.put("notify_id", AlipayNumbers.notification(clock.instant()));
        lie.put(name, value);
        return extra(trade, lie, NotificationSigner.REAL);
    }

    private NotificationDelivery extra(Trade trade, Map<String, String> fields, NotificationSigner signer) {
        return new NotificationDelivery(
                AlipayNumbers.delivery(),
                trade.outTradeNo(),
                trade.checkout().notifyUrl(),
                fields,
                signer,
                false,
                1,
                NotificationDelivery.State.PENDING,
                clock.instant(),
                List.of());
    }

    private SandboxAmount fenOff(SandboxAmount amount) {
        return new SandboxAmount(faults.coin() && amount.fen() > 1 ? amount.fen() - 1 : amount.fen() + 1);
    }

    private boolean hit(FaultKind kind, Trade trade) {
        return faults.hit(kind, trade.outTradeNo(), NO_METHOD).isPresent();
    }
}
