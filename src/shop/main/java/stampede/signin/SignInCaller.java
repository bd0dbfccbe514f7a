package stampede.signin;

import java.util.Optional;
import stampede.account.Username;
import stampede.ratelimit.ClientAddress;

/**
 * Who wants to sign in.
 *
 * @param name as typed, folded
 * @param network where from
 * @param device names the device if it is known to belong to the account of this name
 */
record SignInCaller(String name, String network, Optional<String> device) {

    static SignInCaller of(String username, String address, Optional<String> device) {
        return new SignInCaller(Username.folded(username), ClientAddress.network(address), device);
    }
}
