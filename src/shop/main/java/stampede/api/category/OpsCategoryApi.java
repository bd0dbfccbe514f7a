package stampede.api.category;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import java.net.URI;
import java.util.List;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import stampede.account.CurrentAccount;
import stampede.account.Duty;
import stampede.account.Needs;
import stampede.account.SignedIn;
import stampede.api.IfMatch;
import stampede.catalog.CategoryId;
import stampede.category.Categories;
import stampede.category.Category;
import stampede.category.CategoryActs;
import stampede.category.CategoryRefusal;
import stampede.category.CategoryRefused;

/** Categories of products, as operators keep them. */
@RestController
@Tag(name = "Operations")
class OpsCategoryApi {

    private static final String PATH = "/api/ops/categories";

    private final Categories categories;
    private final CategoryActs acts;

    OpsCategoryApi(Categories categories, CategoryActs acts) {
        this.categories = categories;
        this.acts = acts;
    }

    @Operation(summary = "Categories in their order, each at the top followed by those in it (operators)")
    @Needs(Duty.SEE)
    @GetMapping(PATH)
    List<CategoryView> categories() {
        return CategoryView.all(categories.tree());
    }

    @Operation(summary = "Make a category, behind those beside it (operators)")
    @ApiResponse(responseCode = "201", description = "Made; its version is the ETag")
    @Needs(Duty.RUN)
    @PostMapping(PATH)
    ResponseEntity<CategoryView> add(@CurrentAccount SignedIn account, @Valid @RequestBody CategoryRequest request) {
        var added = acts.add(account, request.fields(categories.tree()));
        return answer(ResponseEntity.created(URI.create(PATH + "/" + added.id())), added);
    }

    @Operation(summary = "A category; its version is the ETag (operators)")
    @Needs(Duty.SEE)
    @GetMapping(PATH + "/{categoryId}")
    ResponseEntity<CategoryView> find(@PathVariable CategoryId categoryId) {
        return answer(
                ResponseEntity.ok(),
                categories
                        .tree()
                        .find(categoryId)
                        .orElseThrow(() -> new CategoryRefused(CategoryRefusal.NO_SUCH_CATEGORY)));
    }

    @Operation(summary = "Change its names or what it is in; If-Match is the version that was read (operators)")
    @Needs(Duty.RUN)
    @PutMapping(PATH + "/{categoryId}")
    ResponseEntity<CategoryView> change(
            @CurrentAccount SignedIn account,
            @PathVariable CategoryId categoryId,
            @RequestHeader(HttpHeaders.IF_MATCH) String ifMatch,
            @Valid @RequestBody CategoryRequest request) {
        return answer(
                ResponseEntity.ok(),
                acts.change(account, categoryId, IfMatch.version(ifMatch), request.fields(categories.tree())));
    }

    @Operation(summary = "Move it one place up among those beside it (operators)")
    @Needs(Duty.RUN)
    @PostMapping(PATH + "/{categoryId}/up")
    List<CategoryView> moveUp(@CurrentAccount SignedIn account, @PathVariable CategoryId categoryId) {
        acts.moveUp(account, categoryId);
        return categories();
    }

    @Operation(summary = "Move it one place down among those beside it (operators)")
    @Needs(Duty.RUN)
    @PostMapping(PATH + "/{categoryId}/down")
    List<CategoryView> moveDown(@CurrentAccount SignedIn account, @PathVariable CategoryId categoryId) {
        acts.moveDown(account, categoryId);
        return categories();
    }

    @Operation(summary = "Remove one that no product and no other category is in (operators)")
    @ApiResponse(responseCode = "204", description = "Removed")
    @Needs(Duty.RUN)
    @DeleteMapping(PATH + "/{categoryId}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void remove(@CurrentAccount SignedIn account, @PathVariable CategoryId categoryId) {
        acts.remove(account, categoryId);
    }

    private ResponseEntity<CategoryView> answer(ResponseEntity.BodyBuilder answer, Category category) {
        return answer.eTag(Long.toString(category.version())).body(CategoryView.of(categories.tree(), category));
    }
}
