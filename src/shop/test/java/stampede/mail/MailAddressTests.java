package stampede.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.support.StaticMessageSource;
import org.springframework.mail.javamail.JavaMailSenderImpl;

/** What is an address and what is none, and what comes out when the server is away. */
class MailAddressTests {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ann@example.com",
                " ann.lee+shop@mail.example.co.uk ",
                "o'hara_1@xn--fiq228c.xn--fiqs8s",
                "a@b.cn"
            })
    void isAnAddress(String text) {
        assertThat(new MailAddress(text).value()).isEqualTo(text.strip());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "ann",
                "ann@",
                "@example.com",
                "ann@localhost",
                "ann@example.com, bob@example.com",
                "ann@example.com bob@example.com",
                "Ann <ann@example.com>",
                "\"ann lee\"@example.com",
                "ann@[127.0.0.1]",
                "ann@127.0.0.1",
                "ann@@example.com",
                ".ann@example.com",
                "ann..lee@example.com",
                "ann@-example.com",
                "ann@example..com",
                "ann@example.com\r\nBcc: bob@example.com",
                "ann\r\n@example.com",
                "ann@example.com\u0000",
                "安@example.com",
                "ann@例子.中国",
                "ann@exa\u202emple.com"
            })
    void isNone(String text) {
        assertThatThrownBy(() -> new MailAddress(text))
                .isInstanceOfSatisfying(
                        MailRefused.class,
                        refused -> assertThat(refused.reason()).isEqualTo(MailRefusal.BAD_MAIL_ADDRESS));
    }

    @Test
    void aLongOneIsNoneAtOnce() {
        assertThatThrownBy(() -> new MailAddress("a".repeat(65) + "@example.com"))
                .isInstanceOf(MailRefused.class);
        assertThatThrownBy(() -> new MailAddress("a@" + "b.".repeat(126) + "com"))
                .isInstanceOf(MailRefused.class);
        assertThatThrownBy(() -> new MailAddress("a@" + "b.".repeat(1_000_000))).isInstanceOf(MailRefused.class);
        assertThat(new MailAddress("ann@example.com").toString()).doesNotContain("ann");
    }

    @Test
    void aServerThatIsAwayIsToldWithoutTheAddress() {
        var away = new JavaMailSenderImpl();
        away.setHost("127.0.0.1");
        away.setPort(1);
        var words = new StaticMessageSource();
        words.addMessage("mail.foot", Locale.ENGLISH, "foot");
        var server = new MailServer(
                Optional.of(away), ShopperMailbox.FROM, path -> "http://shop" + path, words, Clock.systemUTC());

        assertThatThrownBy(
                        () -> server.send("ann@example.com", new MailText.Words("subject", "text"), "", Locale.ENGLISH))
                .isInstanceOf(MailServer.MailAway.class)
                .hasNoCause()
                .message()
                .isNotEmpty()
                .doesNotContain("ann@");
    }
}
