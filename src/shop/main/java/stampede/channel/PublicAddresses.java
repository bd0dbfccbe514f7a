package stampede.channel;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;

/**
 * Resolves names for requests that leave the house, and only to addresses outside. The client connects to what is answered here, so a name
 * cannot be another address a moment later. A name of which one address lies inside is refused whole.
 */
final class PublicAddresses implements DnsResolver {

    private final DnsResolver names;
    private final boolean isAnywhereAllowed;

    PublicAddresses(boolean isAnywhereAllowed) {
        this(SystemDefaultDnsResolver.INSTANCE, isAnywhereAllowed);
    }

    PublicAddresses(DnsResolver names, boolean isAnywhereAllowed) {
        this.names = names;
        this.isAnywhereAllowed = isAnywhereAllowed;
    }

    @Override
    public InetAddress[] resolve(String host) throws UnknownHostException {
        var found = names.resolve(host);
        if (found == null || found.length == 0) {
            throw new UnknownHostException(host);
        }
        if (!isAnywhereAllowed && !Arrays.stream(found).allMatch(PublicAddresses::isPublic)) {
            throw new Inside(host);
        }
        return found;
    }

    @Override
    public String resolveCanonicalHostname(String host) {
        return host;
    }

    /** Whether anybody in the world may have it. Java reads an IPv4 address within an IPv6 one as the IPv4 address. */
    static boolean isPublic(InetAddress address) {
        var bytes = address.getAddress();
        if (address instanceof Inet4Address) {
            return isPublic4(bytes[0] & 0xff, bytes[1] & 0xff, bytes[2] & 0xff);
        }
        return address instanceof Inet6Address && isPublic6(bytes);
    }

    private static boolean isPublic4(int first, int second, int third) {
        return switch (first) {
            case 0, 10, 127 -> false;
            case 100 -> second < 64 || second > 127;
            case 169 -> second != 254;
            case 172 -> second < 16 || second > 31;
            case 192 -> second != 168 && !(second == 0 && (third == 0 || third == 2)) && !(second == 88 && third == 99);
            case 198 -> second != 18 && second != 19 && !(second == 51 && third == 100);
            case 203 -> !(second == 0 && third == 113);
            default -> first < 224;
        };
    }

    /** Of IPv6 only what is given out to the world, without what carries IPv4 addresses and what is kept for examples. */
    private static boolean isPublic6(byte[] bytes) {
        var first = ((bytes[0] & 0xff) << 8) | (bytes[1] & 0xff);
        var second = ((bytes[2] & 0xff) << 8) | (bytes[3] & 0xff);
        var isGlobal = (first & 0xe000) == 0x2000;
        var isSpecial = (first == 0x2001 && (second < 0x200 || second == 0xdb8)) || first == 0x2002;
        return isGlobal && !isSpecial && first != 0x3fff;
    }

    /** The name leads inside. */
    static final class Inside extends UnknownHostException {

        private static final long serialVersionUID = 1L;

        Inside(String host) {
            super(host);
        }
    }
}
