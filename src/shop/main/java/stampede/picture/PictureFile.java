package stampede.picture;

/**
 * A picture in one size.
 *
 * @param side width and height in pixels
 * @param type what the bytes are
 * @param bytes never changed by anybody
 */
@SuppressWarnings("ArrayRecordComponent")
public record PictureFile(int side, PictureType type, byte[] bytes) {}
