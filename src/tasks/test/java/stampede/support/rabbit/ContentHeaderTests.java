package stampede.support.rabbit;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.impl.AMQImpl;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** RabbitMQ's own client reads what other clients write. */
class ContentHeaderTests {

    private static final String ID = "5b1d6a0c";

    @Test
    void leavesAloneWhatCanBeRead() throws IOException {
        var payload = header(1, entry("id", 'S', longString(ID)));

        var readable = ContentHeader.readable(payload);

        assertThat(readable.payload()).isSameAs(payload);
        assertThat(headers(readable)).hasSize(1);
    }

    @Test
    void readsPythonsLargeNumbers() throws IOException {
        var number = 1_763_890_000_000L;
        var list = sized(new byte[] {'L'}, eightBytes(-number));
        var payload = header(
                1,
                entry("id", 'S', longString(ID)),
                entry("sent_ms", 'L', eightBytes(number)),
                entry("list", 'A', list),
                entry("last", 'I', new byte[] {0, 0, 0, 7}));

        assertThat(headers(ContentHeader.readable(payload)))
                .containsEntry("sent_ms", number)
                .containsEntry("last", 7)
                .hasEntrySatisfying("list", value -> assertThat(value).hasToString("[-" + number + "]"));
    }

    @Test
    void leavesOutTablesWithoutEnd() throws IOException {
        byte[] nested = sized();
        for (int depth = 0; depth < 5_000; depth++) {
            nested = sized(entry("n", 'F', nested));
        }
        var payload = header(1, entry("deep", 'F', nested), entry("id", 'S', longString(ID)));

        assertThat(headers(ContentHeader.readable(payload)))
                .doesNotContainKey("deep")
                .hasEntrySatisfying("id", id -> assertThat(id).hasToString(ID))
                .hasEntrySatisfying(
                        ContentHeader.UNREADABLE,
                        why -> assertThat(why).asString().contains("nested too deeply"))
                .containsKey(ContentHeader.LEFT_OUT);
    }

    @Test
    void leavesOutWhatItDoesNotKnowAndAllBehindIt() throws IOException {
        var payload = header(
                1, entry("id", 'S', longString(ID)), entry("odd", 'Z', new byte[3]), entry("late", 'V', new byte[0]));

        assertThat(headers(ContentHeader.readable(payload)))
                .containsOnlyKeys("id", ContentHeader.UNREADABLE, ContentHeader.LEFT_OUT);
    }

    @Test
    void leavesOutABodyThatIsTooLarge() throws IOException {
        var size = ContentHeader.LARGEST_BODY + 1;

        var readable = ContentHeader.readable(header(size, entry("id", 'S', longString(ID))));

        assertThat(readable.bodyLeftOut()).isEqualTo(size);
        assertThat(headers(readable))
                .hasEntrySatisfying("id", id -> assertThat(id).hasToString(ID))
                .hasEntrySatisfying(
                        ContentHeader.UNREADABLE,
                        why -> assertThat(why).asString().contains("67108865 bytes"));
    }

    @Test
    void readsOfATooLargeBodyWithoutHeaders() throws IOException {
        var whole = new ByteArrayOutputStream();
        var out = new DataOutputStream(whole);
        out.writeShort(60);
        out.writeShort(0);
        out.writeLong(ContentHeader.LARGEST_BODY + 1);
        out.writeShort(0x0100);
        out.write(shortString("1000"));

        var read = properties(ContentHeader.readable(whole.toByteArray()));

        assertThat(read.getExpiration()).isEqualTo("1000");
        assertThat(read.getHeaders()).containsOnlyKeys(ContentHeader.UNREADABLE);
    }

    @Test
    void doesNotStumbleOverAFrameThatIsCutOff() {
        var payload = header(1, entry("id", 'S', longString(ID)));
        for (int length = 0; length < payload.length; length++) {
            var cut = Arrays.copyOf(payload, length);
            assertThat(ContentHeader.readable(cut)).isNotNull();
        }
    }

    private static Map<String, Object> headers(ContentHeader header) throws IOException {
        return properties(header).getHeaders();
    }

    private static BasicProperties properties(ContentHeader header) throws IOException {
        return (BasicProperties)
                AMQImpl.readContentHeaderFrom(new DataInputStream(new ByteArrayInputStream(header.payload())));
    }

    /** With a content type before the headers and an expiration behind them. */
    private static byte[] header(long bodySize, byte[]... entries) {
        var bytes = new ByteArrayOutputStream();
        var out = new DataOutputStream(bytes);
        try {
            out.writeShort(60);
            out.writeShort(0);
            out.writeLong(bodySize);
            out.writeShort(0x8000 | 0x2000 | 0x0100);
            out.write(shortString("application/json"));
            out.write(sized(entries));
            out.write(shortString("1000"));
        } catch (IOException impossible) {
            throw new IllegalStateException(impossible);
        }
        return bytes.toByteArray();
    }

    private static byte[] entry(String name, char type, byte[] value) {
        var bytes = new ByteArrayOutputStream();
        bytes.writeBytes(shortString(name));
        bytes.write(type);
        bytes.writeBytes(value);
        return bytes.toByteArray();
    }

    private static byte[] sized(byte[]... parts) {
        var content = new ByteArrayOutputStream();
        for (var part : parts) {
            content.writeBytes(part);
        }
        var bytes = new ByteArrayOutputStream();
        bytes.writeBytes(ByteBuffer.allocate(4).putInt(content.size()).array());
        bytes.writeBytes(content.toByteArray());
        return bytes.toByteArray();
    }

    private static byte[] eightBytes(long number) {
        return ByteBuffer.allocate(8).putLong(number).array();
    }

    private static byte[] shortString(String text) {
        var bytes = new ByteArrayOutputStream();
        bytes.write(text.length());
        bytes.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
        return bytes.toByteArray();
    }

    private static byte[] longString(String text) {
        return sized(text.getBytes(StandardCharsets.US_ASCII));
    }
}
