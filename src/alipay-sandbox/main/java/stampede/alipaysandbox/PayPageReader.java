package stampede.alipaysandbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import org.springframework.stereotype.Component;
import stampede.alipaysandbox.SandboxCheckout.Product;

/** Reads what is to be paid out of a signed pay page or order string, and registers it. */
@Component
class PayPageReader {

    /** What Alipay takes if a shop does not say. */
    private static final Duration WITHOUT_EXPIRY = Duration.ofDays(15);

    private static final SandboxAmount MOST = SandboxAmount.ofYuan("100000000");

    private final Trades trades;
    private final Clock clock;

    PayPageReader(Trades trades, Clock clock) {
        this.trades = trades;
        this.clock = clock;
    }

    /** @throws GatewayRefused if it asks for what Alipay does not do */
    SandboxCheckout open(GatewayRequest request) {
        var product = product(request);
        var checkout = new SandboxCheckout(
                UUID.nameUUIDFromBytes(request.parameters().toString().getBytes(UTF_8))
                        .toString(),
                product,
                matching(request, "out_trade_no", "[0-9A-Za-z_]{1,64}"),
                matching(request, "subject", "[^/=&]{1,256}"),
                amount(request),
                expires(request),
                request.parameter("notify_url"),
                request.parameter("return_url"));
        trades.register(checkout);
        return checkout;
    }

    private static Product product(GatewayRequest request) {
        return switch (request.method()) {
            case "alipay.trade.page.pay" -> {
                matching(request, "product_code", "FAST_INSTANT_TRADE_PAY");
                yield Product.PAGE;
            }
            case "alipay.trade.app.pay" -> {
                matching(request, "product_code", "QUICK_MSECURITY_PAY");
                yield Product.APP;
            }
            default -> throw GatewayRefused.invalid("method");
        };
    }

    private Instant expires(GatewayRequest request) {
        var text = request.field("time_expire");
        if (text.isEmpty()) {
            return clock.instant().plus(WITHOUT_EXPIRY).truncatedTo(ChronoUnit.SECONDS);
        }
        return SandboxTimeFormat.parse(text)
                .orElseThrow(() -> GatewayRefused.business("ACQ.INVALID_PARAMETER", "time_expire 无效 / invalid"));
    }

    private static SandboxAmount amount(GatewayRequest request) {
        var amount = SandboxAmount.ofYuan(matching(request, "total_amount", "\\d{1,9}(\\.\\d{1,2})?"));
        if (amount.fen() == 0 || amount.compareTo(MOST) > 0) {
            throw GatewayRefused.business("ACQ.INVALID_PARAMETER", "total_amount 超出范围 / out of range");
        }
        return amount;
    }

    private static String matching(GatewayRequest request, String field, String form) {
        var value = request.field(field);
        if (!value.matches(form)) {
            throw GatewayRefused.business("ACQ.INVALID_PARAMETER", field + " 无效 / invalid");
        }
        return value;
    }
}
