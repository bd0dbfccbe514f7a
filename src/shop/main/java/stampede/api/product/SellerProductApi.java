package stampede.api.product;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MultipartFile;
import stampede.account.CurrentAccount;
import stampede.account.SignedIn;
import stampede.api.IdempotencyKey;
import stampede.api.seller.PictureView;
import stampede.catalog.ProductId;
import stampede.catalog.ProductState;
import stampede.picture.PictureId;
import stampede.picture.PictureShape;

/** Products of the seller who calls: another's is not there. */
@RestController
@Tag(name = "Selling")
class SellerProductApi {

    private static final String PATH = "/api/v1/seller/products";

    private final ProductAnswers answers;

    SellerProductApi(ProductAnswers answers) {
        this.answers = answers;
    }

    @Operation(summary = "Products, newest first, fifty behind one (sellers)")
    @GetMapping(PATH)
    ProductView.Page products(
            @CurrentAccount SignedIn account,
            @RequestParam(defaultValue = "") String text,
            @RequestParam(defaultValue = "") String category,
            @RequestParam Optional<ProductState> state,
            @RequestParam Optional<ProductId> after) {
        return answers.list(account, PATH, text, category, state, after);
    }

    @Operation(summary = "Make a product (sellers)")
    @ApiResponse(responseCode = "201", description = "Made, or made before with this key; its version is the ETag")
    @PostMapping(PATH)
    ResponseEntity<ProductView> add(
            @CurrentAccount SignedIn account,
            @RequestHeader("Idempotency-Key") Optional<IdempotencyKey> key,
            @Valid @RequestBody ProductRequest request) {
        return answers.add(account, PATH, key, request);
    }

    @Operation(summary = "A product; its version is the ETag (sellers)")
    @GetMapping(PATH + "/{productId}")
    ResponseEntity<ProductView> find(@CurrentAccount SignedIn account, @PathVariable ProductId productId) {
        return answers.find(account, productId);
    }

    @Operation(summary = "Change what is written about it, if it is still the version of If-Match (sellers)")
    @PutMapping(PATH + "/{productId}")
    ResponseEntity<ProductView> change(
            @CurrentAccount SignedIn account,
            @PathVariable ProductId productId,
            @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
            @Valid @RequestBody ProductRequest request) {
        return answers.change(account, productId, ifMatch, request);
    }

    @Operation(summary = "Retire it: offers that there are go on, it is put on sale no more (sellers)")
    @ApiResponse(responseCode = "204", description = "Retired, or it was already")
    @DeleteMapping(PATH + "/{productId}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void retire(@CurrentAccount SignedIn account, @PathVariable ProductId productId) {
        answers.retire(account, productId);
    }

    @Operation(summary = "Bring back a retired product (sellers)")
    @PostMapping(PATH + "/{productId}/return")
    ResponseEntity<ProductView> restore(@CurrentAccount SignedIn account, @PathVariable ProductId productId) {
        return answers.restore(account, productId);
    }

    @Operation(summary = "Its pictures in their order, also those that are not drawn yet (sellers)")
    @GetMapping(PATH + "/{productId}/pictures")
    List<PictureView> pictures(@CurrentAccount SignedIn account, @PathVariable ProductId productId) {
        return answers.pictures(account, productId);
    }

    @Operation(summary = "Upload a picture and put it behind the others, eight at most (sellers)")
    @ApiResponse(responseCode = "202", description = "Taken; it is shown when it is drawn, a moment later")
    @PostMapping(path = PATH + "/{productId}/pictures", consumes = MediaType.MULTIPART_FORM_DATA_VALUE)
    ResponseEntity<PictureView> upload(
            @CurrentAccount SignedIn account,
            @PathVariable ProductId productId,
            @RequestParam(required = false) @Nullable MultipartFile picture,
            @RequestParam(defaultValue = "FIT") PictureShape shape)
            throws IOException {
        return answers.upload(account, PATH, productId, picture, shape);
    }

    @Operation(summary = "Take a picture off it (sellers)")
    @ApiResponse(responseCode = "204", description = "Taken off")
    @DeleteMapping(PATH + "/{productId}/pictures/{pictureId}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void removePicture(
            @CurrentAccount SignedIn account, @PathVariable ProductId productId, @PathVariable PictureId pictureId) {
        answers.removePicture(account, productId, pictureId);
    }
}
