package stampede.alipaysandbox;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** Something that goes wrong at the local Alipay: always, for every order, until it is limited or switched off. */
public final class Fault {

    private final Map<String, Object> json;

    private Fault(Map<String, Object> json) {
        this.json = json;
    }

    /** Notifications are never sent. */
    public static Fault drop() {
        return of(FaultKind.DROP);
    }

    /** Notifications are sent this much later. */
    public static Fault delay(Duration wait) {
        return of(FaultKind.DELAY).and("waitMs", wait.toMillis());
    }

    /** Notifications are sent so often at once. */
    public static Fault duplicate(int copies) {
        return of(FaultKind.DUPLICATE).and("copies", copies);
    }

    /** One that says TRADE_FINISHED goes ahead of TRADE_SUCCESS. */
    public static Fault reorder() {
        return of(FaultKind.REORDER);
    }

    /** A forged one comes with the real one. */
    public static Fault forge() {
        return of(FaultKind.FORGE);
    }

    /** A signed one about a fen more or less comes with the real one. */
    public static Fault wrongAmount() {
        return of(FaultKind.WRONG_AMOUNT);
    }

    public static Fault wrongApp() {
        return of(FaultKind.WRONG_APP);
    }

    public static Fault wrongSeller() {
        return of(FaultKind.WRONG_SELLER);
    }

    /** The gateway does what it is asked and never says so: the line is cut after this time. */
    public static Fault answerLost(Duration after) {
        return of(FaultKind.ANSWER_LOST).and("waitMs", after.toMillis());
    }

    /** The gateway answers 500, nothing done. */
    public static Fault error500() {
        return of(FaultKind.ERROR_500);
    }

    /** The gateway says ACQ.SYSTEM_ERROR or 20000, done or not. */
    public static Fault systemError() {
        return of(FaultKind.SYSTEM_ERROR);
    }

    /** The gateway says no, with this sub code. */
    public static Fault refuse(String code) {
        return of(FaultKind.REFUSE).and("code", code);
    }

    /** A refund is accepted, and done only when asked for again or after a second. */
    public static Fault refundNotDone() {
        return of(FaultKind.REFUND_NOT_DONE);
    }

    private static Fault of(FaultKind kind) {
        return new Fault(Map.of("kind", kind.name()));
    }

    /** Only so often, then never again. */
    public Fault times(int times) {
        return and("times", times);
    }

    /** Takes only this share of its chances: 0 to 1. */
    public Fault share(double share) {
        return and("share", share);
    }

    public Fault forOrder(String outTradeNo) {
        return and("outTradeNo", outTradeNo);
    }

    /** Only for this method of the gateway, such as {@code alipay.trade.close}. */
    public Fault of(String method) {
        return and("method", method);
    }

    private Fault and(String name, Object value) {
        var more = new LinkedHashMap<>(json);
        more.put(name, value);
        return new Fault(more);
    }

    Map<String, Object> json() {
        return json;
    }
}
