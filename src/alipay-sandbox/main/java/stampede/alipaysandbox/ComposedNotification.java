package stampede.alipaysandbox;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A notification of one's own making, sent to where the shop itself asked to be told of the trade: nobody can have any other
 * address called.
 *
 * @param tradeNo begins with what Alipay would say about this trade now
 * @param fields put over what is there
 * @param without taken out
 * @param signer who signs; Alipay if not said
 * @param copies how many are sent at once; 1 if not said
 */
record ComposedNotification(
        Optional<String> tradeNo,
        Map<String, String> fields,
        List<String> without,
        Optional<NotificationSigner> signer,
        Optional<Integer> copies) {

    ComposedNotification {
        fields = Map.copyOf(Optional.ofNullable(fields).orElse(Map.of()));
        without = List.copyOf(Optional.ofNullable(without).orElse(List.of()));
    }
}
