package stampede.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClientAddressTests {

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1, 127.0.0.1",
        "203.0.113.9, 203.0.113.9",
        "::ffff:203.0.113.9, 203.0.113.9",
        "2001:db8:0:7:1:2:3:4, 2001:db8:0:7::/64",
        "2001:DB8:0:7:ffff:ffff:ffff:ffff, 2001:db8:0:7::/64",
        "2001:db8:0:8::1, 2001:db8:0:8::/64",
        "fe80::1%eth0, fe80:0:0:0::/64",
        "0:0:0:0:0:0:0:1, 0:0:0:0::/64"
    })
    void namesTheNetworkThatOneClientHas(String address, String network) {
        assertThat(ClientAddress.network(address)).isEqualTo(network);
    }

    @Test
    void countsAllWhoseAddressIsNoneTogether() {
        assertThat(ClientAddress.network("")).isEqualTo("unknown");
        assertThat(ClientAddress.network("x".repeat(5_000))).isEqualTo("unknown");
        assertThat(ClientAddress.network("::" + "1".repeat(5_000))).isEqualTo("unknown");
        assertThat(ClientAddress.network("not:an:address")).isEqualTo("unknown");
    }
}
