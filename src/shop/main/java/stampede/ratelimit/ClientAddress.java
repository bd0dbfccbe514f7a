package stampede.ratelimit;

import com.google.common.net.InetAddresses;
import java.net.Inet6Address;
import java.net.InetAddress;

/**
 * What limiters call an address: one client, as far as an address can tell. Whoever has one IPv6 address has 2^64 of them, so
 * those are cut to their /64 (RFC 6177); an IPv4 address stands for itself.
 */
public final class ClientAddress {

    /** Shared by all whose address is none: they are limited together rather than not at all. */
    private static final String UNKNOWN = "unknown";

    private static final int LONGEST_IPV4 = 15;

    private static final int LONGEST_IPV6 = 45;

    private static final int BYTES_KEPT = 8;

    private ClientAddress() {}

    /**
     * The name under which a limiter counts requests from an address: at most 45 characters, whatever was given.
     *
     * @param address as {@code ServletRequest.getRemoteAddr()} tells it
     * @return an IPv4 address as it is, also one that is written as IPv6; else the network, such as {@code 2001:db8:0:7::/64}
     */
    public static String network(String address) {
        if (address.indexOf(':') < 0) {
            return address.isEmpty() || address.length() > LONGEST_IPV4 ? UNKNOWN : address;
        }
        var zone = address.indexOf('%');
        return ofIpv6(zone < 0 ? address : address.substring(0, zone));
    }

    private static String ofIpv6(String address) {
        if (address.length() > LONGEST_IPV6 || !InetAddresses.isInetAddress(address)) {
            return UNKNOWN;
        }
        var parsed = InetAddresses.forString(address);
        return parsed instanceof Inet6Address ? prefix(parsed) : InetAddresses.toAddrString(parsed);
    }

    private static String prefix(InetAddress address) {
        var bytes = address.getAddress();
        var text = new StringBuilder(LONGEST_IPV6);
        for (int at = 0; at < BYTES_KEPT; at += 2) {
            text.append(Integer.toHexString(Byte.toUnsignedInt(bytes[at]) * 256 + Byte.toUnsignedInt(bytes[at + 1])))
                    .append(':');
        }
        return text.append(":/64").toString();
    }
}
