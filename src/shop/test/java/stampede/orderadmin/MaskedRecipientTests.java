package stampede.orderadmin;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MaskedRecipientTests {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "李雷 13812340011 浙江省杭州市西湖区文三路 1 号 | 李* 138****0011 杭州市",
                "欧阳娜娜，138 1234 0011，上海市浦东新区世纪大道 1 号 | 欧* 138****0011 上海市",
                "李雷13812340011广西壮族自治区南宁市青秀区 | 李* 138****0011 南宁市",
                "1 Long Street, London 13812340011 | 138****0011",
                "1 Long Street, London | ''",
                "9138123400112 | ''"
            })
    void showsNoMoreThanTellsOneFromAnother(String address, String shown) {
        assertThat(MaskedRecipient.of(address)).hasToString(shown);
    }
}
