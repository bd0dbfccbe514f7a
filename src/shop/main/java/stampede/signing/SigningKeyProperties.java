package stampede.signing;

import java.nio.file.Path;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What the shop signs with. Each key is base64 of at least 32 bytes; production needs the current ones.
 *
 * @param accounts signs cookies, access tokens and links in mails, and seals the secrets of channels
 * @param previousAccounts still verifies, so that changing the key signs nobody out; blank for none
 * @param purchases signs purchase tokens and ids
 * @param previousPurchases still verifies, while messages signed by it are under way; blank for none
 * @param directory where keys that are not given are kept outside production
 */
@ConfigurationProperties("stampede.signing-keys")
record SigningKeyProperties(
        @DefaultValue("") String accounts,
        @DefaultValue("") String previousAccounts,
        @DefaultValue("") String purchases,
        @DefaultValue("") String previousPurchases,
        @DefaultValue(".local/keys") Path directory) {}
