package stampede.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.LocalTime;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Signatures as others compute them, cuts, hours, and what a vault lets out. */
class ChannelVectorTests {

    private static final ChannelSecrets SECRETS =
            new ChannelSecrets("a-token-of-some-length", "SECsecret-of-some-length", "whsec_before");

    @Test
    void dingTalkIsSignedAsItWants() {
        assertThat(DingTalkSender.sign("this is secret", 1_700_000_000_000L))
                .isEqualTo("sSFWELbV2YwjdDQhWZwTcWlX5BWUx5J6TPpsZmuPii0=");
        assertThat(DingTalkSender.address(
                        terms(ChannelKind.DINGTALK, null, null),
                        new ChannelSecrets("TOKEN", "this is secret", ""),
                        1_700_000_000_000L))
                .isEqualTo("https://oapi.dingtalk.com/robot/send?access_token=TOKEN&timestamp=1700000000000"
                        + "&sign=sSFWELbV2YwjdDQhWZwTcWlX5BWUx5J6TPpsZmuPii0%3D");
    }

    @Test
    void webhooksAreSignedAsTheirStandardWantsByBothSecretsDuringAChange() {
        var body = "{\"type\":\"alert.firing\",\"timestamp\":\"2026-11-11T12:00:00Z\",\"data\":{\"id\":\"42\"}}";
        var secret = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=";
        var wanted = "v1,H4A1Ak2oSoKVMgZienDC2GB2rhqbzCv1csvFoXI8/T0=";

        assertThat(WebhookSender.signatures(new ChannelSecrets("", secret, ""), "alert-42-1", 1_794_398_400L, body))
                .isEqualTo(wanted);
        assertThat(WebhookSender.signatures(
                        new ChannelSecrets("", "whsec_bmV3IHNlY3JldCBuZXcgc2VjcmV0", secret),
                        "alert-42-1",
                        1_794_398_400L,
                        body))
                .startsWith("v1,")
                .endsWith(" " + wanted);
    }

    @Test
    void textIsCutBetweenTwoCharacters() {
        var long4 = "库存差异𠮷".repeat(500);

        for (var bytes = 4_090; bytes <= 4_096; bytes++) {
            var cut = MessageWords.cut(long4, bytes);
            assertThat(cut.getBytes(StandardCharsets.UTF_8).length).isBetween(bytes - 4, bytes);
            assertThat(cut).endsWith("…").doesNotContain("\ufffd");
            assertThat(Character.isHighSurrogate(cut.charAt(cut.length() - 2))).isFalse();
        }
        assertThat(MessageWords.cut("short", 5)).isEqualTo("short");
    }

    @Test
    void namesBecomeNeitherLinksNorMentionsNorLines() {
        assertThat(MessageWords.clean("[press](http://evil) <font> @all\r\nBcc: x `*"))
                .doesNotContain("[", "]", "<", ">", "@", "\r", "\n", "`", "*");
    }

    @Test
    void aVaultOpensItsOwnOnlyForTheChannelAndTheKeyAndKeepsQuiet() {
        var vault = new ChannelVault(List.of(key("one")));
        var changed = new ChannelVault(List.of(key("two")));
        var between = new ChannelVault(List.of(key("two"), key("one")));

        var sealed = vault.seal(7, SECRETS);

        assertThat(vault.open(7, sealed)).contains(SECRETS);
        assertThat(between.open(7, sealed)).contains(SECRETS);
        assertThat(changed.open(7, sealed)).isEmpty();
        assertThat(between.isOld(7, sealed)).isTrue();
        assertThat(vault.isOld(7, sealed)).isFalse();
        assertThat(changed.isOld(7, sealed)).isFalse();
        assertThat(vault.open(8, sealed)).isEmpty();
        assertThat(vault.open(7, "spoiled")).isEmpty();
        assertThat(vault.seal(7, SECRETS)).isNotEqualTo(sealed);
        assertThat(SECRETS.toString() + sealed).doesNotContain(SECRETS.token(), SECRETS.secret(), SECRETS.previous());
        assertThat(SECRETS.hide("bad key a-token-of-some-length!")).isEqualTo("bad key •••!");
        assertThat(ChannelSecrets.tail("a-token-of-some-length")).contains("…ngth");
        assertThat(ChannelSecrets.tail("short")).contains("…");
    }

    @Test
    void aNightGoesOverMidnightAndWhatIsUrgentGoesThroughIt() {
        var night = terms(ChannelKind.MAIL, LocalTime.of(22, 0), LocalTime.of(8, 0));
        var warning = ChannelMessages.firing("alert-1-1", "books", Severity.WARNING, "x");
        var urgent = ChannelMessages.firing("alert-1-1", "books", Severity.URGENT, "x");

        assertThat(List.of(LocalTime.of(22, 0), LocalTime.MIDNIGHT, LocalTime.of(7, 59)))
                .allSatisfy(time -> assertThat(night.isQuiet(warning, time)).isTrue())
                .allSatisfy(time -> assertThat(night.isQuiet(urgent, time)).isFalse());
        assertThat(List.of(LocalTime.of(8, 0), LocalTime.NOON, LocalTime.of(21, 59)))
                .allSatisfy(time -> assertThat(night.isQuiet(warning, time)).isFalse());
        assertThat(night.takes(urgent)).isTrue();
        assertThat(night.paused(true).takes(urgent)).isFalse();
        assertThat(night.takes(ChannelMessages.firing("alert-1-1", "drift", Severity.URGENT, "x")))
                .isFalse();
        assertThat(night.takes(ChannelMessages.firing("alert-1-1", "books", Severity.INFO, "x")))
                .isFalse();
    }

    static ChannelTerms terms(ChannelKind kind, @Nullable LocalTime from, @Nullable LocalTime until) {
        return new ChannelTerms(
                "x",
                kind,
                "",
                List.of(),
                Set.of(Severity.URGENT, Severity.WARNING),
                Set.of("books"),
                Set.of(),
                Locale.CHINESE,
                from,
                until,
                false);
    }

    private static SecretKeySpec key(String text) {
        return new SecretKeySpec(text.repeat(11).getBytes(StandardCharsets.US_ASCII), "HmacSHA256");
    }
}
