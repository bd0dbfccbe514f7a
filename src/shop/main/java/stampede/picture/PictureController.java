package stampede.picture;

import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;

/** Files of pictures, for everybody who knows their address. What an address names never changes, so browsers and proxies keep it. */
@Controller
class PictureController {

    private static final Pattern FILE = Pattern.compile("([1-9][0-9]{2,3})\\.(jpg|png)");
    private static final Duration YEAR = Duration.ofDays(365);

    private final PictureFileCache files;

    PictureController(PictureFileCache files) {
        this.files = files;
    }

    /** Says no without a page, which would cost more than the picture. */
    @GetMapping("/pictures/{sha256}/{file}")
    ResponseEntity<byte[]> file(@PathVariable String sha256, @PathVariable String file) {
        return find(sha256, file)
                .map(found -> ResponseEntity.ok()
                        .contentType(found.type().mediaType())
                        .cacheControl(CacheControl.maxAge(YEAR).cachePublic().immutable())
                        .eTag(sha256 + "-" + found.side())
                        .body(found.bytes()))
                .orElseGet(() -> ResponseEntity.status(HttpStatus.NOT_FOUND)
                        .cacheControl(CacheControl.noStore())
                        .build());
    }

    private Optional<PictureFile> find(String sha256, String file) {
        var name = FILE.matcher(file);
        return name.matches()
                ? files.find(sha256, Integer.parseInt(name.group(1)), type(name.group(2)))
                : Optional.empty();
    }

    private static PictureType type(String ending) {
        return Arrays.stream(PictureType.values())
                .filter(type -> type.ending().equals(ending))
                .findFirst()
                .orElseThrow();
    }
}
