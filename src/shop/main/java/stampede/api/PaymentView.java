package stampede.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.net.URI;
import java.time.Instant;
import java.util.Optional;
import stampede.payment.PaymentChannel;

/**
 * How to go on with a payment that was begun.
 *
 * @param channel where it is paid
 * @param redirectUrl for a browser: where it goes
 * @param html for a browser: the same as a form that sends itself, for pages of others than the shop
 * @param orderString for a phone: what its app hands to Alipay's
 * @param payBy when Alipay takes no more money
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
record PaymentView(
        PaymentChannel channel,
        Optional<URI> redirectUrl,
        Optional<String> html,
        Optional<String> orderString,
        Instant payBy) {

    static PaymentView page(URI page, String form, Instant payBy) {
        return new PaymentView(PaymentChannel.PAGE, Optional.of(page), Optional.of(form), Optional.empty(), payBy);
    }

    static PaymentView app(String orderString, Instant payBy) {
        return new PaymentView(PaymentChannel.APP, Optional.empty(), Optional.empty(), Optional.of(orderString), payBy);
    }
}
