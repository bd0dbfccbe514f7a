package stampede.api.addresses;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.net.URI;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import stampede.account.CurrentAccount;
import stampede.account.SignedIn;
import stampede.address.AddressBook;
import stampede.address.AddressId;
import stampede.address.AddressRefusal;
import stampede.address.AddressRefused;

/** The caller's address book. Somebody else's address is answered as if there were none. */
@RestController
@Tag(name = "Accounts")
class AddressApi {

    private static final String PATH = "/api/v1/addresses";

    private final AddressBook addressBook;

    AddressApi(AddressBook addressBook) {
        this.addressBook = addressBook;
    }

    @Operation(summary = "Your addresses, the first choice first, then the newest; 20 at most")
    @GetMapping(PATH)
    List<AddressView> addresses(@CurrentAccount SignedIn account) {
        return addressBook.list(account.id()).stream().map(AddressView::of).toList();
    }

    @Operation(summary = "Add an address; your first one is the first choice")
    @ApiResponse(responseCode = "201", description = "Added")
    @PostMapping(PATH)
    ResponseEntity<AddressView> add(@CurrentAccount SignedIn account, @RequestBody AddressRequest request) {
        var added = addressBook.add(account.id(), request.fields());
        return ResponseEntity.created(URI.create(PATH + "/" + added.id())).body(AddressView.of(added));
    }

    @Operation(summary = "One of your addresses")
    @GetMapping(PATH + "/{addressId}")
    AddressView find(@CurrentAccount SignedIn account, @PathVariable AddressId addressId) {
        return addressBook
                .find(account.id(), addressId)
                .map(AddressView::of)
                .orElseThrow(() -> new AddressRefused(AddressRefusal.NO_SUCH_ADDRESS));
    }

    @Operation(summary = "Put another address in its place; the answer has its new id, so that no old page sends to it")
    @PutMapping(PATH + "/{addressId}")
    AddressView change(
            @CurrentAccount SignedIn account, @PathVariable AddressId addressId, @RequestBody AddressRequest request) {
        return AddressView.of(addressBook.change(account.id(), addressId, request.fields()));
    }

    @Operation(summary = "Make it the first choice")
    @ApiResponse(responseCode = "204", description = "It is")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @PutMapping(PATH + "/{addressId}/default")
    void makeDefault(@CurrentAccount SignedIn account, @PathVariable AddressId addressId) {
        addressBook.makeDefault(account.id(), addressId);
    }

    @Operation(summary = "Remove an address; orders keep theirs")
    @ApiResponse(responseCode = "204", description = "Removed")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @DeleteMapping(PATH + "/{addressId}")
    void remove(@CurrentAccount SignedIn account, @PathVariable AddressId addressId) {
        addressBook.remove(account.id(), addressId);
    }
}
