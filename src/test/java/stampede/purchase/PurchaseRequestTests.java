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
        return new PurchaseRequest(shopper, "192.0.2.1", new OfferId(42), 1, address, key);
    }
}
