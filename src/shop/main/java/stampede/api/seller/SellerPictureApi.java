package stampede.api.seller;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.io.IOException;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MultipartFile;
import stampede.account.CurrentAccount;
import stampede.account.SignedIn;
import stampede.picture.PictureId;
import stampede.picture.PictureRefusal;
import stampede.picture.PictureRefused;
import stampede.picture.PictureShape;
import stampede.picture.Pictures;

/** Takes pictures from sellers and tells how far they are. */
@RestController
@Tag(name = "Seller")
class SellerPictureApi {

    private static final String PICTURES = "/api/v1/seller/pictures";

    private final Pictures pictures;

    SellerPictureApi(Pictures pictures) {
        this.pictures = pictures;
    }

    /** Looks at the file at once; a worker draws it a moment later. */
    @Operation(
            summary = "Upload a picture: JPEG, PNG, GIF or WebP of up to 8 MB, at least 200 pixels each side (sellers)")
    @ApiResponse(responseCode = "202", description = "Taken; ask its Location until it is READY or REFUSED")
    @PostMapping(path = PICTURES, consumes = MediaType.MULTIPART_FORM_DATA_VALUE)
    ResponseEntity<PictureView> upload(
            @CurrentAccount SignedIn seller,
            @RequestParam(required = false) @Nullable MultipartFile picture,
            @RequestParam(defaultValue = "FIT") PictureShape shape)
            throws IOException {
        if (picture == null) {
            throw new PictureRefused(PictureRefusal.PICTURE_EMPTY);
        }
        try (var file = picture.getInputStream()) {
            var taken = pictures.upload(seller.id(), file, shape);
            return ResponseEntity.accepted()
                    .location(URI.create(PICTURES + "/" + taken.id()))
                    .body(PictureView.of(taken));
        }
    }

    @Operation(summary = "How far a picture of yours is, and where its files are (sellers)")
    @GetMapping(PICTURES + "/{pictureId}")
    PictureView picture(@CurrentAccount SignedIn seller, @PathVariable PictureId pictureId) {
        return pictures.find(pictureId)
                .filter(found -> found.owner().equals(seller.id()))
                .map(PictureView::of)
                .orElseThrow(() -> new PictureRefused(PictureRefusal.NO_SUCH_PICTURE));
    }
}
