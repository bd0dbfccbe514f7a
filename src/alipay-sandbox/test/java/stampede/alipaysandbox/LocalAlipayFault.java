package stampede.alipaysandbox;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** Something that goes wrong at the local Alipay: always, for every order, until it is limited or switched off. */
public final class LocalAlipayFault {

    private final Map<String, Object> json;

    private LocalAlipayFault(Map<String, Object> json) {
        this.json = json;
    }

    /** Notifications are never sent. */
    public static LocalAlipayFault drop() {
        return of(FaultKind.DROP);
    }

    /** Notifications are sent this much later. */
    public static LocalAlipayFault delay(Duration wait) {
        return of(FaultKind.DELAY).and("waitMs", wait.toMillis());
    }

    /** Notifications are sent so often at once. */
    public static LocalAlipayFault duplicate(int copies) {
        return of(FaultKind.DUPLICATE).and("copies", copies);
    }

    /** One that says TRADE_FINISHED goes ahead of TRADE_SUCCESS. */
    public static LocalAlipayFault reorder() {
        return of(FaultKind.REORDER);
    }

    /** A forged one comes with the real one. */
    public static LocalAlipayFault forge() {
        return of(FaultKind.FORGE);
    }

    /** A signed one about a fen more or less comes with the real one. */
    public static LocalAlipayFault wrongAmount() {
        return of(FaultKind.WRONG_AMOUNT);
    }

    public static LocalAlipayFault wrongApp() {
        return of(FaultKind.WRONG_APP);
    }

    public static LocalAlipayFault wrongSeller() {
        return of(FaultKind.WRONG_SELLER);
    }

    /** The gateway does what it is asked and never says so: the line is cut after this time. */
    public static LocalAlipayFault answerLost(Duration after) {
        return of(FaultKind.ANSWER_LOST).and("waitMs", after.toMillis());
    }

    /** The gateway answers 500, nothing done. */
    public static LocalAlipayFault error500() {
        return of(FaultKind.ERROR_500);
    }

    /** The gateway says ACQ.SYSTEM_ERROR or 20000, done or not. */
    public static LocalAlipayFault systemError() {
        return of(FaultKind.SYSTEM_ERROR);
    }

    /** The gateway says no, with this sub code. */
    public static LocalAlipayFault refuse(String code) {
        return of(FaultKind.REFUSE).and("code", code);
    }

    /** A refund is accepted, and done only when asked for again or after a second. */
    public static LocalAlipayFault refundNotDone() {
        return of(FaultKind.REFUND_NOT_DONE);
    }

    private static LocalAlipayFault of(FaultKind kind) {
        return new LocalAlipayFault(Map.of("kind", kind.name()));
    }

    /** Only so often, then never again. */
    public LocalAlipayFault times(int times) {
        return and("times", times);
    }

    /** Takes only this share of its chances: 0 to 1. */
    public LocalAlipayFault share(double share) {
        return and("share", share);
    }

    public LocalAlipayFault forOrder(String outTradeNo) {
        return and("outTradeNo", outTradeNo);
    }

    /** Only for this method of the gateway, such as {@code alipay.trade.close}. */
    public LocalAlipayFault of(String method) {
        return and("method", method);
    }

    private LocalAlipayFault and(String name, Object value) {
        var more = new LinkedHashMap<>(json);
        more.put(name, value);
        return new LocalAlipayFault(more);
    }

    Map<String, Object> json() {
        return json;
    }
}
