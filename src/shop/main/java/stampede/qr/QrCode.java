package stampede.qr;

import com.google.zxing.WriterException;
import com.google.zxing.qrcode.decoder.ErrorCorrectionLevel;
import com.google.zxing.qrcode.encoder.ByteMatrix;
import com.google.zxing.qrcode.encoder.Encoder;

/**
 * A picture of a text that phones can read.
 *
 * @param size of each side, in squares, the white margin included
 * @param path what an SVG path draws: one unit for each dark square
 */
public record QrCode(int size, String path) {

    /** The empty margin that readers need. */
    private static final int MARGIN = 4;

    /** Draws a text. */
    public static QrCode of(String text) {
        try {
            var squares = Encoder.encode(text, ErrorCorrectionLevel.M).getMatrix();
            return new QrCode(squares.getWidth() + 2 * MARGIN, path(squares));
        } catch (WriterException tooLong) {
            throw new IllegalArgumentException("The text does not fit into a picture", tooLong);
        }
    }

    private static String path(ByteMatrix squares) {
        var path = new StringBuilder();
        for (int y = 0; y < squares.getHeight(); y++) {
            for (int x = 0; x < squares.getWidth(); x++) {
                if (squares.get(x, y) == 1) {
                    path.append('M')
                            .append(x + MARGIN)
                            .append(' ')
                            .append(y + MARGIN)
                            .append("h1v1h-1z");
                }
            }
        }
        return path.toString();
    }
}
