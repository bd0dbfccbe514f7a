package stampede.servers;

import com.rabbitmq.client.AddressResolver;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.DnsRecordIpAddressResolver;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks every address of the broker by itself. The client tells only of the one that it tried last, and there may be several: a list, or a
 * name such as {@code localhost} that stands for 127.0.0.1 and ::1. One that says no must not hide behind one where nobody is.
 */
final class BrokerAddresses {

    private static final Logger log = LoggerFactory.getLogger(BrokerAddresses.class);

    private final ConnectionFactory client;
    private final List<ServerAddress> addresses;

    /** @param addresses as in {@code STAMPEDE_RABBIT_ADDRESSES} */
    BrokerAddresses(ConnectionFactory client, String addresses) {
        this.client = client;
        this.addresses = ServerAddress.list(addresses);
    }

    /** What the first of them said that says no; nothing if none does, or if there is only one. */
    Optional<Exception> refusal() {
        var all = new ArrayList<com.rabbitmq.client.Address>();
        for (var address : addresses) {
            try {
                all.addAll(new DnsRecordIpAddressResolver(clients(address), client.isSSL()).getAddresses());
            } catch (IOException unknown) {
                log.debug("Nobody knows {}", address.host());
            }
        }
        return all.size() < 2
                ? Optional.empty()
                : all.stream().flatMap(one -> ask(one).stream()).findFirst();
    }

    private Optional<Exception> ask(com.rabbitmq.client.Address address) {
        AddressResolver only = () -> List.of(address);
        try {
            client.newConnection(only).close();
        } catch (IOException | TimeoutException failure) {
            return ServerFailures.saysNo(failure) ? Optional.of(failure) : Optional.empty();
        }
        return Optional.empty();
    }

    private com.rabbitmq.client.Address clients(ServerAddress address) {
        return new com.rabbitmq.client.Address(
                address.host().replaceAll("[\\[\\]]", ""), address.port().orElse(ConnectionFactory.USE_DEFAULT_PORT));
    }
}
