package stampede.alipaysandbox;

import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * A request whose signature fits.
 *
 * @param parameters all of it
 * @param content its {@code biz_content}
 */
record GatewayRequest(String method, Map<String, String> parameters, JsonNode content) {

    /** A field of the content; empty if it is not there. */
    String field(String name) {
        return content.path(name).asString("").strip();
    }

    String parameter(String name) {
        return parameters.getOrDefault(name, "");
    }

    /** Of two numbers of a trade one is needed. */
    void needsATrade() {
        if (field("out_trade_no").isEmpty() && field("trade_no").isEmpty()) {
            throw GatewayRefused.business("ACQ.INVALID_PARAMETER", "out_trade_no 和 trade_no 不能同时为空 / name a trade");
        }
    }
}
