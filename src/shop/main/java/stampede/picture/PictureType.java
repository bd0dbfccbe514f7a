package stampede.picture;

import org.springframework.http.MediaType;

/** What the shop draws. */
public enum PictureType {
    JPEG("jpg"),
    PNG("png");

    private final String ending;

    PictureType(String ending) {
        this.ending = ending;
    }

    /** How its address ends, without the dot. */
    public String ending() {
        return ending;
    }

    public MediaType mediaType() {
        return this == JPEG ? MediaType.IMAGE_JPEG : MediaType.IMAGE_PNG;
    }
}
