package stampede.alipay;

import com.alipay.api.AlipayResponse;

/** What came of a request to Alipay's gateway. */
sealed interface GatewayReply<T extends AlipayResponse> {

    /** In words, for logs. */
    String why();

    /** Done as asked (10000), and signed. */
    record Granted<T extends AlipayResponse>(T answer) implements GatewayReply<T> {
        @Override
        public String why() {
            return "done";
        }
    }

    /**
     * Not done, and Alipay says why.
     *
     * @param code its {@code sub_code}
     * @param signed whether Alipay stands by it; what is not signed, anybody on the way may have said
     */
    record Refused<T extends AlipayResponse>(String code, boolean signed) implements GatewayReply<T> {
        @Override
        public String why() {
            return (signed ? "refused: " : "refused without a signature: ") + code;
        }
    }

    /** An answer that somebody else than Alipay signed. */
    record NotAlipays<T extends AlipayResponse>() implements GatewayReply<T> {
        @Override
        public String why() {
            return "an answer that Alipay did not sign";
        }
    }

    /** No answer, none that can be read, or one that does not know itself: done or not. */
    record Silence<T extends AlipayResponse>(String why) implements GatewayReply<T> {}
}
