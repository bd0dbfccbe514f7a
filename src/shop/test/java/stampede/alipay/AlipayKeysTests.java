package stampede.alipay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static stampede.alipay.TestKeys.ALIPAY;
import static stampede.alipay.TestKeys.APP;
import static stampede.alipay.TestKeys.privateKey;
import static stampede.alipay.TestKeys.publicKey;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import stampede.support.WrongSetup;

class AlipayKeysTests {

    @Test
    void readsBareBase64AndPem() {
        var bare = keys(privateKey(APP), publicKey(ALIPAY));
        var pem = keys(pem("PRIVATE KEY", privateKey(APP)), pem("PUBLIC KEY", publicKey(ALIPAY)));

        assertThat(bare.appPrivateKey()).isEqualTo(privateKey(APP)).isEqualTo(pem.appPrivateKey());
        assertThat(bare.alipayPublicKey()).isEqualTo(publicKey(ALIPAY)).isEqualTo(pem.alipayPublicKey());
    }

    @Test
    void readsFilesByPathAndByUrl(@TempDir Path directory) throws IOException {
        var appKey = Files.writeString(directory.resolve("app.pem"), pem("PRIVATE KEY", privateKey(APP)));
        var alipayKey = Files.writeString(directory.resolve("alipay.txt"), publicKey(ALIPAY) + "\n");

        var keys = keys(appKey.toString(), "file:" + alipayKey);

        assertThat(keys.appPrivateKey()).isEqualTo(privateKey(APP));
        assertThat(keys.alipayPublicKey()).isEqualTo(publicKey(ALIPAY));
    }

    @Test
    void saysWhichKeyIsMissing() {
        assertWrong("", publicKey(ALIPAY), "STAMPEDE_ALIPAY_APP_PRIVATE_KEY is not set");
        assertWrong(privateKey(APP), " ", "STAMPEDE_ALIPAY_PUBLIC_KEY is not set");
    }

    @Test
    void saysWhatIsNoKey() {
        assertWrong("not a key!", publicKey(ALIPAY), "STAMPEDE_ALIPAY_APP_PRIVATE_KEY is neither a key");
        assertWrong("bm90IGEga2V5", publicKey(ALIPAY), "is not a private key in PKCS#8");
        assertWrong(privateKey(APP), "bm90IGEga2V5", "STAMPEDE_ALIPAY_PUBLIC_KEY is not a public key in X.509");
        assertWrong(
                "file:/nowhere/app.pem", publicKey(ALIPAY), "names the file /nowhere/app.pem, which cannot be read");
    }

    @Test
    void tellsHalvesOfPairsApart() {
        assertWrong(publicKey(APP), publicKey(ALIPAY), "APP_PRIVATE_KEY is not a private key");
        assertWrong(privateKey(APP), privateKey(ALIPAY), "PUBLIC_KEY is not a public key");
        assertWrong(pem("PUBLIC KEY", publicKey(APP)), publicKey(ALIPAY), "APP_PRIVATE_KEY is a public key");
        assertWrong(privateKey(APP), pem("PRIVATE KEY", privateKey(ALIPAY)), "PUBLIC_KEY is a private key");
    }

    @Test
    void knowsTheAppsOwnPublicKey() {
        assertWrong(privateKey(APP), publicKey(APP), "STAMPEDE_ALIPAY_PUBLIC_KEY is the app's own public key");
    }

    @Test
    void wantsRsaOfAtLeast2048Bits() {
        var elliptic = TestKeys.pair("EC", 256);
        var shortPair = TestKeys.rsa(1024);

        assertWrong(privateKey(elliptic), publicKey(ALIPAY), "APP_PRIVATE_KEY is not an RSA key");
        assertWrong(privateKey(APP), publicKey(elliptic), "PUBLIC_KEY is not an RSA key");
        assertWrong(privateKey(shortPair), publicKey(ALIPAY), "APP_PRIVATE_KEY has 1024 bits");
        assertWrong(privateKey(APP), publicKey(shortPair), "PUBLIC_KEY has 1024 bits");
    }

    @Test
    void saysHowToConvertAKeyForOtherLanguages() {
        var pkcs1 = pem("RSA PRIVATE KEY", privateKey(APP));

        assertWrong(pkcs1, publicKey(ALIPAY), "is in PKCS#1");
    }

    @Test
    void neverShowsAKey() {
        var properties = properties(privateKey(APP), publicKey(ALIPAY));

        assertThat(properties.toString()).doesNotContain(privateKey(APP)).doesNotContain(publicKey(ALIPAY));
        assertThatThrownBy(() -> keys("x" + privateKey(APP), publicKey(ALIPAY)))
                .isInstanceOf(WrongSetup.class)
                .message()
                .doesNotContain(privateKey(APP).substring(0, 20));
    }

    private static void assertWrong(String appPrivate, String alipayPublic, String sentence) {
        assertThatThrownBy(() -> keys(appPrivate, alipayPublic))
                .isInstanceOf(WrongSetup.class)
                .hasMessageContaining(sentence);
    }

    private static AlipayKeys keys(String appPrivate, String alipayPublic) {
        return AlipayKeys.of(properties(appPrivate, alipayPublic));
    }

    private static AlipayProperties properties(String appPrivate, String alipayPublic) {
        return new AlipayProperties(
                URI.create("http://127.0.0.1:1/"), "app", "seller", appPrivate, alipayPublic, Duration.ofSeconds(1));
    }

    private static String pem(String name, String base64) {
        var lines = Base64.getMimeEncoder(64, new byte[] {'\n'})
                .encodeToString(Base64.getDecoder().decode(base64));
        return "-----BEGIN " + name + "-----\n" + lines + "\n-----END " + name + "-----\n";
    }
}
