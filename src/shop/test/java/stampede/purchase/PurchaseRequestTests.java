package stampede.purchase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import stampede.account.AccountId;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.catalog.OfferId;

class PurchaseRequestTests {

    @Test
    void takesWhiteSpaceOffTheAddress() {
        assertThat(request("  5 Somewhere Road \n", "key").address()).isEqualTo("5 Somewhere Road");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "   ", "\t\n"})
    void refusesABlankAddress(String address) {
        assertThatIllegalArgumentException().isThrownBy(() -> request(address, "key"));
    }

    /** Control characters, half a surrogate pair, separators of lines and paragraphs, and what turns the direction of reading. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "two\nlines",
                "two\r\nlines",
                "a\u0000b",
                "a\u001b[31m",
                "a\u0085b",
                "a\u2028b",
                "a\u2029b",
                "a\u202eb",
                "a\u2066b",
                "a\u200fb",
                "a\u061cb",
                "a\ud83db",
                "a\udfe0b",
                "\u00a0\u3000",
                "\u200b\u200d"
            })
    void refusesAnAddressThatDoesNotReadAsItIsWritten(String address) {
        assertThatIllegalArgumentException().isThrownBy(() -> request(address, "key"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"西湖区 1 号", "-", "\uD83C\uDFE0", "\uD83D\uDC68\u200D\uD83D\uDC69", "شارع ٥"})
    void takesAddressesOfAllScripts(String address) {
        assertThat(request(address, "key").address()).isEqualTo(address);
    }

    @Test
    void anAddressHasAtMostTwoHundredCharacters() {
        assertThat(request("x".repeat(200), "key").address()).hasSize(200);
        assertThatIllegalArgumentException().isThrownBy(() -> request("x".repeat(201), "key"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "with space",
                "a:b",
                "a|b",
                "ä",
                "12345678901234567890123456789012345678901234567890123456789012345"
            })
    void refusesAKeyOfAnotherForm(String key) {
        assertThatIllegalArgumentException().isThrownBy(() -> request("Somewhere", key));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "A-b_9", "1234567890123456789012345678901234567890123456789012345678901234"})
    void takesAKeyOfLettersDigitsDashesAndUnderscores(String key) {
        assertThat(request("Somewhere", key).idempotencyKey()).isEqualTo(key);
    }

    private static PurchaseRequest request(String address, String key) {
        var shopper = new SignedIn(new AccountId(7), "shopper", Role.SHOPPER);
        return new PurchaseRequest(new AdmittedAttempt(shopper), new OfferId(42), 1, address, key);
    }
}
