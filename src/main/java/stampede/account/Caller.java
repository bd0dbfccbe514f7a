package stampede.account;

import java.util.Optional;
import stampede.support.ClientAddress;

/**
 * Who wants to sign in.
 *
 * @param name as typed, folded
 * @param network where from
 * @param device names the device if it is known to belong to the account of this name
 */
record Caller(String name, String network, Optional<String> device) {

    static Caller of(String username, String address, Optional<String> device) {
        return new Caller(Username.folded(username), ClientAddress.network(address), device);
    }
}
