package stampede.picture;

/** How a picture becomes a square. */
public enum PictureShape {
    /** All of it, with white where it does not reach. */
    FIT,
    /** As large a square as there is in its middle. */
    CUT
}
