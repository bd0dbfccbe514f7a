package stampede.account.password;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import stampede.account.password.PasswordRule.Fault;

class PasswordRuleTests {

    @ParameterizedTest
    @ValueSource(strings = {"密码密", "密码密密码密码", "\u200b\u200b\u200b", "1234567", "", "😀1😁2😂3🤣"})
    void wantsEightCharactersNotBytes(String password) {
        assertThat(PasswordRule.faultOf(password, "ann")).contains(Fault.TOO_SHORT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"正确的马电池订书钉", "correct horse", "😀1😁2😂3🤣4", "    a  bcd "})
    void takesEightCharactersOfAnyScript(String password) {
        assertThat(PasswordRule.faultOf(password, "ann")).isEmpty();
    }

    @Test
    void takesLongPassphrases() {
        assertThat(PasswordRule.faultOf("密码很长的".repeat(25) + "abc", "ann")).isEmpty();
        assertThat(PasswordRule.faultOf("密码很长的".repeat(25) + "abcd", "ann")).contains(Fault.TOO_LONG);
        assertThat(PasswordRule.faultOf("a".repeat(10_000_000), "ann")).contains(Fault.TOO_LONG);
    }

    @Test
    void countsAfterNormalising() {
        assertThat(PasswordRule.faultOf("e\u0301".repeat(2) + "abc12", "ann")).contains(Fault.TOO_SHORT);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "password",
                "PassWord1",
                "12345678",
                "iloveyou",
                "1q2w3e4r5t",
                "ｐａｓｓｗｏｒｄ",
                "        ",
                "密密密密密密密密",
                "\u200b\u200b\u200b\u200b\u200b\u200b\u200b\u200b",
                "abababab"
            })
    void refusesWhatEverybodyTriesFirst(String password) {
        assertThat(PasswordRule.faultOf(password, "ann")).contains(Fault.TOO_COMMON);
    }

    @Test
    void refusesTheUsername() {
        assertThat(PasswordRule.faultOf("Wang.Xiaoming", "wang.xiaoming")).contains(Fault.IS_USERNAME);
    }

    @Test
    void knowsTenThousandCommonPasswords() {
        assertThat(CommonPasswords.count()).isEqualTo(10_000);
    }
}
