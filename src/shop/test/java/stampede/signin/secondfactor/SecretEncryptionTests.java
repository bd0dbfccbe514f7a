package stampede.signin.secondfactor;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.zxing.BinaryBitmap;
import com.google.zxing.LuminanceSource;
import com.google.zxing.common.HybridBinarizer;
import com.google.zxing.qrcode.QRCodeReader;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import stampede.qr.QrCode;
import stampede.token.TokenKeys;

class SecretEncryptionTests {

    private final SecretEncryption box = box(1);

    @Test
    void opensWhatItClosed() {
        var secret = TotpSecret.random();

        var closed = box.close(secret, 7);

        assertThat(box.open(closed, 7)).contains(new SecretEncryption.Opened(secret, false));
        assertThat(closed).doesNotContain(secret.text()).isNotEqualTo(box.close(secret, 7));
        assertThat(closed.length()).isLessThanOrEqualTo(200);
    }

    @Test
    void opensNothingForAnotherAccountOrWithAnotherKey() {
        var closed = box.close(TotpSecret.random(), 7);

        assertThat(box.open(closed, 8)).isEmpty();
        assertThat(box(2).open(closed, 7)).isEmpty();
    }

    @Test
    void opensWhatTheKeyBeforeClosedAndSaysSo() {
        var secret = TotpSecret.random();
        var closed = box.close(secret, 7);
        var later = new SecretEncryption(new TokenKeys(key(2), List.of(key(1))));

        assertThat(later.open(closed, 7)).contains(new SecretEncryption.Opened(secret, true));
        assertThat(later.open(closed, 8)).isEmpty();
        assertThat(box.open(later.close(secret, 7), 7))
                .as("closed with the present key")
                .isEmpty();
    }

    @Test
    void makesRecoveryCodesThatPeopleCanType() {
        var codes = RecoveryCode.randoms();

        assertThat(codes).hasSize(10).doesNotHaveDuplicates();
        var code = codes.get(0);
        assertThat(code.shown()).matches("[a-z2-7]{4}(-[a-z2-7]{4}){3}");
        assertThat(RecoveryCode.parse(code.shown().toUpperCase(Locale.ROOT) + " "))
                .contains(code);
        assertThat(RecoveryCode.parse("123456")).isEmpty();
        assertThat(RecoveryCode.parse("a".repeat(1_000_000))).isEmpty();
        assertThat(code.hash(1)).hasSize(64).isNotEqualTo(code.hash(2)).doesNotContain(code.text());
    }

    @Test
    void drawsAPictureThatAPhoneReads() throws Exception {
        var link = TotpSecret.random().link("a.very-long_username.of-32-letters");

        var picture = QrCode.of(link);

        assertThat(new QRCodeReader()
                        .decode(new BinaryBitmap(new HybridBinarizer(new Drawn(picture))))
                        .getText())
                .isEqualTo(link);
    }

    private static SecretEncryption box(int seed) {
        return new SecretEncryption(TokenKeys.of(key(seed)));
    }

    private static SecretKey key(int seed) {
        var key = new byte[32];
        Arrays.fill(key, (byte) seed);
        return new SecretKeySpec(key, "HmacSHA256");
    }

    /** What a camera would see of the path, four points for each square. */
    private static final class Drawn extends LuminanceSource {

        private static final int SCALE = 4;
        private static final Pattern SQUARE = Pattern.compile("M(\\d+) (\\d+)h1v1h-1z");

        private final byte[] points;

        Drawn(QrCode picture) {
            super(picture.size() * SCALE, picture.size() * SCALE);
            points = new byte[getWidth() * getHeight()];
            Arrays.fill(points, (byte) 0xff);
            SQUARE.matcher(picture.path())
                    .results()
                    .forEach(square -> fill(Integer.parseInt(square.group(1)), Integer.parseInt(square.group(2))));
        }

        private void fill(int x, int y) {
            for (int row = y * SCALE; row < (y + 1) * SCALE; row++) {
                Arrays.fill(points, row * getWidth() + x * SCALE, row * getWidth() + (x + 1) * SCALE, (byte) 0);
            }
        }

        @Override
        public byte[] getRow(int y, byte[] row) {
            return Arrays.copyOfRange(points, y * getWidth(), (y + 1) * getWidth());
        }

        @Override
        public byte[] getMatrix() {
            return points.clone();
        }
    }
}
