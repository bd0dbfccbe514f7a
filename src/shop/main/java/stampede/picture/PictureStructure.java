package stampede.picture;

/**
 * What the pieces of a file say before any of it is decoded.
 *
 * @param orientation how it is to be turned, 1 to 8 as EXIF has it
 * @param passes how often a decoder goes over the whole of it
 * @param keepsAll whether a decoder keeps all of it in memory to put it together
 * @param mostPixels of what it holds, if that may be more than its header says
 */
record PictureStructure(int orientation, int passes, boolean keepsAll, long mostPixels) {

    /** One that is read once, from top to bottom. */
    static final PictureStructure PLAIN = new PictureStructure(1, 1, false, 0);

    /** Whether width and height change places. */
    boolean liesOnItsSide() {
        return orientation >= 5;
    }
}
