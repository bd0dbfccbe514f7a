package stampede.picture;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;
import org.springframework.stereotype.Component;

/** Files by their address, from memory if they were asked for lately. */
@Component
class PictureFileCache {

    private static final Pattern SHA_256 = Pattern.compile("[0-9a-f]{64}");
    private static final int BYTES_BESIDE_A_FILE = 200;

    /** For so long a file is not looked for again that the index took for known, or a size that a picture does not have. */
    private static final Duration MISSING_FOR = Duration.ofSeconds(1);

    /** What an address names never changes, but a picture that nobody uses is forgotten. */
    private static final Duration KEPT = Duration.ofHours(1);

    private final PictureIndex index;
    private final PictureRepository pictures;
    private final PictureStore store;
    private final Cache<Key, Optional<PictureFile>> files;

    PictureFileCache(PictureIndex index, PictureRepository pictures, PictureStore store, PictureProperties properties) {
        this.index = index;
        this.pictures = pictures;
        this.store = store;
        this.files = Caffeine.newBuilder()
                .maximumWeight(properties.memory().toBytes())
                .weigher((Key key, Optional<PictureFile> file) ->
                        file.map(found -> found.bytes().length).orElse(0) + BYTES_BESIDE_A_FILE)
                .expireAfter(
                        Expiry.creating((Key key, Optional<PictureFile> file) -> file.isPresent() ? KEPT : MISSING_FOR))
                .build();
    }

    /** The file, if there is one; whatever a stranger asks for, it is looked up only if there may be one. */
    Optional<PictureFile> find(String sha256, int side, PictureType type) {
        if (!SHA_256.matcher(sha256).matches() || !Picture.Drawn.SIDES.contains(side)) {
            return Optional.empty();
        }
        var key = new Key(sha256, side);
        var file = files.getIfPresent(key);
        if (file == null) {
            file = index.mayHold(sha256) ? files.get(key, this::read) : Optional.empty();
        }
        return file.filter(found -> found.type() == type);
    }

    private Optional<PictureFile> read(Key key) {
        return pictures.find(key.sha256()).flatMap(picture -> store.find(picture, key.side()));
    }

    private record Key(String sha256, int side) {}
}
