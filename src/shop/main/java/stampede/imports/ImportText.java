package stampede.imports;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What stands in the bytes of a file.
 *
 * @param text without the mark in front
 * @param charset in which it was written
 */
record ImportText(String text, String charset) {

    /** What spreadsheets in China write. */
    private static final Charset GB18030 = Charset.forName("GB18030");

    private static final byte[] MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    /** A ZIP, which new workbooks are, and the container of old ones. */
    private static final List<byte[]> WORKBOOKS =
            List.of(new byte[] {'P', 'K', 3, 4}, new byte[] {(byte) 0xD0, (byte) 0xCF, 0x11, (byte) 0xE0});

    /**
     * Reads the bytes: UTF-8 with or without a mark, else GB18030 if nothing is lost.
     *
     * @throws ImportRefused if they are no text, or one in another charset
     */
    static ImportText read(byte[] bytes) {
        if (WORKBOOKS.stream().anyMatch(start -> startsWith(bytes, start))) {
            throw new ImportRefused(ImportRefusal.EXCEL_FILE);
        }
        var from = startsWith(bytes, MARK) ? MARK.length : 0;
        var utf8 = decode(bytes, from, StandardCharsets.UTF_8).map(text -> new ImportText(text, "UTF-8"));
        var read = from > 0
                ? utf8
                : utf8.or(() -> decode(bytes, 0, GB18030)
                        .filter(text -> Arrays.equals(text.getBytes(GB18030), bytes))
                        .map(text -> new ImportText(text, "GB18030")));
        if (read.map(ImportText::text).filter(ImportText::isText).isEmpty()) {
            throw new ImportRefused(
                    hasNul(bytes) || read.isPresent() ? ImportRefusal.NO_TEXT : ImportRefusal.WRONG_CHARSET);
        }
        return read.get();
    }

    private static Optional<String> decode(byte[] bytes, int from, Charset charset) {
        try {
            CharBuffer text = charset.newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(bytes, from, bytes.length - from));
            return Optional.of(text.toString());
        } catch (CharacterCodingException other) {
            return Optional.empty();
        }
    }

    private static boolean isText(String text) {
        return text.chars().noneMatch(one -> one < ' ' && one != '\t' && one != '\r' && one != '\n');
    }

    private static boolean hasNul(byte[] bytes) {
        for (var one : bytes) {
            if (one == 0) {
                return true;
            }
        }
        return false;
    }

    private static boolean startsWith(byte[] bytes, byte[] start) {
        return bytes.length >= start.length && Arrays.equals(bytes, 0, start.length, start, 0, start.length);
    }
}
