package stampede.alipaysandbox;

import java.util.Optional;

/**
 * Something that goes wrong from now on.
 *
 * @param id names it; given by {@link Faults}
 * @param share of the chances it gets, how many it takes: 0 to 1; 1 if not said
 * @param times how many more times it happens; for ever if not said
 * @param outTradeNo only for this order's trades
 * @param method only for this method of the gateway, such as {@code alipay.trade.close}
 * @param waitMs for faults that take time, how much, in milliseconds
 * @param copies for {@link FaultKind#DUPLICATE}: how many; 3 if not said
 * @param code for {@link FaultKind#REFUSE}: the sub code
 */
record FaultRule(
        Optional<String> id,
        FaultKind kind,
        Optional<Double> share,
        Optional<Integer> times,
        Optional<String> outTradeNo,
        Optional<String> method,
        Optional<Long> waitMs,
        Optional<Integer> copies,
        Optional<String> code) {

    FaultRule {
        if (share.filter(part -> !(part >= 0 && part <= 1)).isPresent()
                || times.filter(n -> n < 0).isPresent()
                || waitMs.filter(wait -> wait < 0).isPresent()
                || copies.filter(n -> n < 1).isPresent()) {
            throw GatewayRefused.business("INVALID_FAULT", "故障设置无效 / a share is 0 to 1, the rest is not negative");
        }
    }

    boolean concerns(FaultKind wanted, String order, String asked) {
        return kind == wanted
                && !usedUp()
                && outTradeNo.map(order::equals).orElse(true)
                && method.map(asked::equals).orElse(true);
    }

    FaultRule named(String name) {
        return new FaultRule(Optional.of(name), kind, share, times, outTradeNo, method, waitMs, copies, code);
    }

    FaultRule onceLess() {
        return new FaultRule(id, kind, share, times.map(n -> n - 1), outTradeNo, method, waitMs, copies, code);
    }

    boolean usedUp() {
        return times.filter(n -> n < 1).isPresent();
    }
}
