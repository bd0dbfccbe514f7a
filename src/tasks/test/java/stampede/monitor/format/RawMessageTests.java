package stampede.monitor.format;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import stampede.task.admin.DeadMessage;

class RawMessageTests {

    @Test
    void showsTextAsText() {
        var message = RawMessage.of(new DeadMessage(Map.of("id", "7"), "[\"秒杀\",\n1]".getBytes(UTF_8)));

        assertThat(message.hex()).isFalse();
        assertThat(message.body()).isEqualTo("[\"秒杀\",\n1]");
        assertThat(message.isCut()).isFalse();
        assertThat(message.headers()).containsExactly(new RawMessage.Header("id", "7"));
    }

    @Test
    void showsAnythingElseInHexadecimalWithOffsets() {
        var message = RawMessage.of(new DeadMessage(
                Map.of(), new byte[] {(byte) 0xff, 0, 'A', 'B', 'C', 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 'Z'}));

        assertThat(message.hex()).isTrue();
        assertThat(message.body().lines())
                .containsExactly(
                        "00000000  ff 00 41 42 43 05 06 07 08 09 0a 0b 0c 0d 0e 0f  ..ABC...........",
                        "00000010  5a" + " ".repeat(45) + "  Z");
    }

    @Test
    void cutsWhatIsLargeAndSaysHowLargeItIs() {
        var text = RawMessage.of(new DeadMessage(
                Map.of("long", "x".repeat(10_000)), "y".repeat(1_000_000).getBytes(UTF_8)));
        var binary = RawMessage.of(new DeadMessage(Map.of(), new byte[1_000_000]));

        assertThat(text.isCut()).isTrue();
        assertThat(text.size()).isEqualTo(1_000_000);
        assertThat(text.body()).hasSize(65_536);
        assertThat(text.headers().get(0).value()).hasSizeLessThan(2_100);
        assertThat(binary.body().lines()).hasSize(4_096 / 16);
    }
}
