package stampede.picture;

import java.util.Collection;
import java.util.Optional;

/** Where the files of pictures are. In the database, unless a place has something better, such as an object store. */
public interface PictureStore {

    /** Keeps the files of a picture, all or none; the same again changes nothing. */
    void keep(PictureId picture, Collection<PictureFile> files);

    /** The file of this side. */
    Optional<PictureFile> find(PictureId picture, int side);

    /** Deletes all files of a picture; there may be none. */
    void delete(PictureId picture);
}
