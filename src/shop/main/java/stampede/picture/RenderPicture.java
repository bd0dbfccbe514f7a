package stampede.picture;

/**
 * Draw a picture from what was uploaded.
 *
 * @param picture its id
 */
record RenderPicture(String picture) {}
