package stampede.stock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What addresses are counted as, however they are written. */
class AddressKeysTests {

    @ParameterizedTest
    @CsvSource({
        "'Long Street 5, Flat 12', longstreet5flat12",
        "'Ｌong　Street ５', longstreet5",
        "'李雷 138 1234 5678 浙江省杭州市西湖区 文三路 9 号', 浙江省杭州市西湖区文三路9号",
        "'李雷，13812345678，浙江省杭州市', 浙江省杭州市",
        "'Room 1234567', room1234567",
        "'5th Avenue 350, 10118 New York', 5thavenue35010118newyork",
        "'---', ---"
    })
    void whatCountsAreLettersAndDigitsOfThePlace(String written, String counted) {
        assertThat(AddressKeys.plain(written)).isEqualTo(counted);
    }

    @Test
    void otherHousesAreOtherAddressesAndNobodyReadsThemInTheKey() {
        var keys = new AddressKeys(List.of(new SecretKeySpec(new byte[32], "HmacSHA256")));
        var one = "Long Street 5, Flat 12";

        assertThat(keys.of("ＬＯＮＧ ＳＴＲＥＥＴ　５－ＦＬＡＴ １２")).isEqualTo(keys.of(one));
        assertThat(keys.of("Long Street 5, Flat 13")).isNotEqualTo(keys.of(one));
        assertThat(keys.of(one).hex()).matches("[0-9A-F]{32}");
    }
}
