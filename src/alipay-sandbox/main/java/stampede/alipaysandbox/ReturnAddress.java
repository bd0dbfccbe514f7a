package stampede.alipaysandbox;

import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.springframework.stereotype.Component;
import org.springframework.web.util.UriComponentsBuilder;

/** Where the buyer's browser goes from the cashier. */
@Component
class ReturnAddress {

    private static final Set<String> UNSIGNED = Set.of("sign", "sign_type");

    private final SandboxProperties properties;
    private final SandboxKeys keys;
    private final Clock clock;

    ReturnAddress(SandboxProperties properties, SandboxKeys keys, Clock clock) {
        this.properties = properties;
        this.keys = keys;
        this.clock = clock;
    }

    /** After paying: the shop's address with signed words about the trade; nothing if the shop gave no address. */
    Optional<String> after(Trade trade) {
        var fields = new LinkedHashMap<String, String>();
        fields.put("charset", "UTF-8");
        fields.put("out_trade_no", trade.outTradeNo());
        fields.put("method", "alipay.trade.page.pay.return");
        fields.put("total_amount", trade.amount().yuan());
        fields.put("trade_no", trade.id());
        fields.put("auth_app_id", properties.appId());
        fields.put("version", "1.0");
        fields.put("app_id", properties.appId());
        fields.put("seller_id", properties.sellerId());
        fields.put("timestamp", SandboxTimeFormat.text(clock.instant()));
        fields.put("sign", Rsa2Signatures.sign(Rsa2Signatures.content(fields, UNSIGNED), keys.signing()));
        fields.put("sign_type", "RSA2");
        return with(trade.checkout(), fields);
    }

    /** Without paying: the shop's address with the order's number, nothing signed. */
    Optional<String> unpaid(SandboxCheckout checkout) {
        return with(checkout, Map.of("out_trade_no", checkout.outTradeNo()));
    }

    private static Optional<String> with(SandboxCheckout checkout, Map<String, String> fields) {
        if (checkout.returnUrl().isEmpty()) {
            return Optional.empty();
        }
        var address = UriComponentsBuilder.fromUriString(checkout.returnUrl());
        fields.keySet().forEach(name -> address.queryParam(name, "{" + name + "}"));
        return Optional.of(address.encode().buildAndExpand(fields).toUriString());
    }
}
