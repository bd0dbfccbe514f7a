package stampede.alipaysandbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.APPEND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import stampede.testing.Apart;

/** What a local Alipay in its own process remembers after an abrupt end, and where it does not start. */
@Apart
class SandboxRestartTests {

    private final String order = TestMerchant.newOrder();

    @Test
    void remembersTradesRefundsKeysAndWhatItHasToSend(@TempDir Path directory) throws Exception {
        try (var ear = new ListeningShop()) {
            ear.answer(count -> "fail");
            try (var first = new SandboxProcess(directory, "--stampede.alipaysandbox.retry-pace=0.05")) {
                var alipay = LocalAlipay.at(first.address(), directory);
                var shop = TestMerchant.at(alipay, ear.url());
                alipay.pay(shop.payPage(order, "10.00"));
                assertThat(shop.refund(order, "R-1", "4.00").getFundChange()).isEqualTo("Y");
                await().until(() -> ear.heard(order).size() == 2);
            }
            assertThat(PosixFilePermissions.toString(
                            Files.getPosixFilePermissions(directory.resolve("alipay-private.pem"))))
                    .isEqualTo("rw-------");
            Files.write(
                    directory.resolve("journal.jsonl"),
                    "[{\"is\":\"trade\",\"id\":\"cut \u8336".getBytes(UTF_8),
                    APPEND);
            ear.answer(count -> "success");

            try (var second = new SandboxProcess(directory)) {
                var alipay = LocalAlipay.at(second.address(), directory);
                var shop = TestMerchant.at(alipay, ear.url());
                assertThat(shop.query(order).getTradeStatus()).isEqualTo("TRADE_SUCCESS");
                assertThat(shop.refund(order, "R-1", "4.00").getFundChange()).isEqualTo("N");
                await().atMost(Duration.ofSeconds(60)).until(() -> alipay.open().none());
                assertThat(alipay.notifications(order))
                        .allMatch(sent -> sent.state().equals("ACCEPTED"));
                assertThat(ear.heard(order)).hasSize(4);
            }
        }
    }

    @Test
    void doesNotStartInProduction(@TempDir Path directory) throws Exception {
        try (var production = new SandboxProcess(directory, "--spring.profiles.active=production")) {
            assertThat(production.endsBySelf()).isTrue();
            assertThat(production.log())
                    .contains("APPLICATION FAILED TO START")
                    .contains("The local Alipay takes no real money, so it does not run in production.")
                    .contains("STAMPEDE_ALIPAY_GATEWAY");
        }
    }
}
