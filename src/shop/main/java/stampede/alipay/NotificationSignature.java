package stampede.alipay;

import com.alipay.api.AlipayApiException;
import com.alipay.api.internal.util.AlipaySignature;
import java.util.HashMap;
import java.util.Map;

/** Tells notifications that Alipay signed from all others. */
final class NotificationSignature {

    private final String alipayPublicKey;

    NotificationSignature(AlipayKeys keys) {
        this.alipayPublicKey = keys.alipayPublicKey();
    }

    /** The SDK takes fields out of the map it is given and throws at signatures it cannot read; neither gets out of here. */
    @SuppressWarnings("IllegalCatch")
    boolean fits(Map<String, String> notification) {
        if (notification.getOrDefault("sign", "").isBlank()) {
            return false;
        }
        try {
            return AlipaySignature.rsaCheckV1(new HashMap<>(notification), alipayPublicKey, "UTF-8", "RSA2");
        } catch (AlipayApiException | RuntimeException unreadable) {
            return false;
        }
    }
}
