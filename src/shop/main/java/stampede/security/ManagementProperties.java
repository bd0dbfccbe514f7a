package stampede.security;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import stampede.support.WrongSetup;

/**
 * Who may look at a node's figures and at the details of its health, beside operators.
 *
 * @param token what programs such as Prometheus send as {@code Authorization: Bearer …}; at least 16 characters. Empty: no program may
 */
@ConfigurationProperties("stampede.management")
record ManagementProperties(@DefaultValue("") String token) {

    private static final int SHORTEST = 16;

    ManagementProperties {
        if (!token.isEmpty() && token.length() < SHORTEST) {
            throw new WrongSetup(
                    "STAMPEDE_MANAGEMENT_TOKEN has fewer than " + SHORTEST + " characters.",
                    "Make one with `openssl rand -hex 32`, or leave it empty so that only operators see figures.");
        }
    }
}
