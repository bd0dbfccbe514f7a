package stampede.api.product;

import java.io.IOException;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Component;
import org.springframework.web.multipart.MultipartFile;
import stampede.account.Scope;
import stampede.account.SignedIn;
import stampede.api.IdempotencyKey;
import stampede.api.IfMatch;
import stampede.api.seller.PictureView;
import stampede.catalog.Catalog;
import stampede.catalog.ProductId;
import stampede.catalog.ProductRecord;
import stampede.catalog.ProductState;
import stampede.category.Categories;
import stampede.idempotency.IdempotentRequests;
import stampede.listing.ListField;
import stampede.listing.ListKey;
import stampede.listing.ListQuery;
import stampede.listing.ListSort;
import stampede.listing.ListSpec;
import stampede.picture.PictureId;
import stampede.picture.PictureRefusal;
import stampede.picture.PictureRefused;
import stampede.picture.PictureShape;
import stampede.product.ProductActs;
import stampede.product.ProductOwners;
import stampede.product.ProductPictureActs;
import stampede.product.ProductRefusal;
import stampede.product.ProductRefused;
import stampede.product.ProductSearchRepository;

/** What sellers and operators are answered alike; the difference is whose products there are for them. */
@Component
class ProductAnswers {

    private final ProductActs acts;
    private final ProductPictureActs pictures;
    private final ProductOwners owners;
    private final ProductSearchRepository search;
    private final Categories categories;
    private final IdempotentRequests requests;
    private final Catalog catalog;

    ProductAnswers(
            ProductActs acts,
            ProductPictureActs pictures,
            ProductOwners owners,
            ProductSearchRepository search,
            Categories categories,
            IdempotentRequests requests,
            Catalog catalog) {
        this.acts = acts;
        this.pictures = pictures;
        this.owners = owners;
        this.search = search;
        this.categories = categories;
        this.requests = requests;
        this.catalog = catalog;
    }

    /** @param path where this person's products are */
    ProductView.Page list(
            SignedIn account,
            String path,
            String text,
            String category,
            Optional<ProductState> state,
            Optional<ProductId> after) {
        var tree = categories.tree();
        var parameters = new HashMap<String, String[]>();
        if (!category.isBlank()) {
            parameters.put("category", new String[] {tree.only(category).id().toString()});
        }
        parameters.put("text", new String[] {text});
        state.ifPresent(only -> parameters.put("state", new String[] {only.name()}));
        after.ifPresent(last -> parameters.put("after", new String[] {last.toString()}));
        var found = search.page(Scope.of(account), ListQuery.of(spec(path), parameters, catalog.zone()));
        return new ProductView.Page(
                found.rows().stream()
                        .map(line -> ProductView.of(
                                line.product(), owners.name(line.product().seller()), tree))
                        .toList(),
                found.after().map(ListKey::toString).orElse(""));
    }

    ResponseEntity<ProductView> find(SignedIn account, ProductId product) {
        return answer(ResponseEntity.ok(), acts.find(account, product));
    }

    /** @param key sent again with the same request, it makes nothing more and answers what it made */
    ResponseEntity<ProductView> add(
            SignedIn account, String path, Optional<IdempotencyKey> key, ProductRequest request) {
        var id = requests.once(
                account,
                key.map(IdempotencyKey::value),
                request,
                () -> acts.add(account, request.fields("")).id().value());
        return answer(ResponseEntity.created(URI.create(path + "/" + id)), acts.find(account, new ProductId(id)));
    }

    /** @param ifMatch the version that was looked at, with or without quotes */
    ResponseEntity<ProductView> change(
            SignedIn account, ProductId product, @Nullable String ifMatch, ProductRequest request) {
        if (ifMatch == null) {
            throw new ProductRefused(ProductRefusal.VERSION_MISSING);
        }
        var now = acts.find(account, product);
        acts.change(account, product, IfMatch.version(ifMatch), request.fields(owners.name(now.seller())));
        return find(account, product);
    }

    void retire(SignedIn account, ProductId product) {
        acts.retire(account, product);
    }

    ResponseEntity<ProductView> restore(SignedIn account, ProductId product) {
        acts.restore(account, product);
        return find(account, product);
    }

    List<PictureView> pictures(SignedIn account, ProductId product) {
        return pictures.of(account, product).stream()
                .map(there -> PictureView.of(there.picture()))
                .toList();
    }

    ResponseEntity<PictureView> upload(
            SignedIn account, String path, ProductId product, @Nullable MultipartFile picture, PictureShape shape)
            throws IOException {
        if (picture == null) {
            throw new PictureRefused(PictureRefusal.PICTURE_EMPTY);
        }
        try (var file = picture.getInputStream()) {
            var taken = pictures.upload(account, product, file, shape);
            return ResponseEntity.accepted()
                    .location(URI.create(path + "/" + product + "/pictures"))
                    .body(PictureView.of(taken));
        }
    }

    void removePicture(SignedIn account, ProductId product, PictureId picture) {
        pictures.remove(account, product, picture);
    }

    private ResponseEntity<ProductView> answer(ResponseEntity.BodyBuilder answer, ProductRecord product) {
        return answer.eTag("\"" + product.version() + "\"")
                .body(ProductView.of(product, owners.name(product.seller()), categories.tree()));
    }

    private static ListSpec spec(String path) {
        return new ListSpec(
                path,
                "product.list",
                List.of(
                        ListField.text("text"),
                        ListField.text("category"),
                        ListField.choice("state", "product.state.", ProductState.values())),
                List.of(ListSort.by("id", "p.id")));
    }
}
