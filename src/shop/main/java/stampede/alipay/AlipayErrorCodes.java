package stampede.alipay;

import java.util.Set;

/** What Alipay's {@code sub_code}s mean to a shop. */
final class AlipayErrorCodes {

    private static final String NOT_EXIST = "ACQ.TRADE_NOT_EXIST";

    private static final Set<String> NOT_WAITING = Set.of(
            "ACQ.TRADE_STATUS_ERROR",
            "ACQ.TRADE_HAS_SUCCESS",
            "ACQ.TRADE_HAS_CLOSE",
            "ACQ.TRADE_HAS_FINISHED",
            "ACQ.REASON_TRADE_STATUS_INVALID",
            "ACQ.REASON_ILLEGAL_STATUS");

    /** Refunds that no repetition helps; every other refusal may pass, such as that of an empty account. */
    private static final Set<String> FOR_GOOD = Set.of(
            NOT_EXIST,
            "ACQ.TRADE_HAS_FINISHED",
            "ACQ.TRADE_HAS_CLOSE",
            "ACQ.TRADE_STATUS_ERROR",
            "ACQ.REASON_TRADE_STATUS_INVALID",
            "ACQ.TRADE_NOT_ALLOW_REFUND",
            "ACQ.REFUND_AMT_NOT_EQUAL_TOTAL",
            "ACQ.REASON_TRADE_REFUND_FEE_ERR",
            "ACQ.REFUND_FEE_ERROR",
            "ACQ.DISCORDANT_REPEAT_REQUEST",
            "ACQ.INVALID_PARAMETER",
            "ACQ.ONLINE_TRADE_VOUCHER_NOT_ALLOW_REFUND",
            "ACQ.USER_NOT_MATCH_ERR");

    private AlipayErrorCodes() {}

    static boolean isNotExist(String code) {
        return NOT_EXIST.equals(code);
    }

    static CloseAnswer toClose(String code) {
        if (isNotExist(code)) {
            return CloseAnswer.NOT_EXIST;
        }
        return NOT_WAITING.contains(code) ? CloseAnswer.NOT_WAITING : CloseAnswer.UNKNOWN;
    }

    static boolean isForGood(String code) {
        return FOR_GOOD.contains(code);
    }
}
