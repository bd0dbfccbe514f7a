package stampede.api.compatible;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import stampede.signin.Authenticator;
import stampede.staff.SellerRegistration;

/** Opens accounts as the earlier shop did, by the rules of this one. */
@RestController
@Tag(name = "Compatible")
class CompatibleUserApi {

    private final Authenticator authenticator;
    private final SellerRegistration sellers;

    CompatibleUserApi(Authenticator authenticator, SellerRegistration sellers) {
        this.authenticator = authenticator;
        this.sellers = sellers;
    }

    /** Who registers as a seller may have to wait until an operator has approved it, as on this shop's own page. */
    @Operation(summary = "Open an account (as zhongzhh8/SecKill-System)")
    @ApiResponse(responseCode = "201", description = "Opened; errMsg is empty")
    @PostMapping("/api/users")
    @ResponseStatus(HttpStatus.CREATED)
    ErrorMessage register(@Valid @RequestBody NewUser wanted, HttpServletRequest request) {
        var address = request.getRemoteAddr();
        switch (wanted.readKind()) {
            case CUSTOMER -> authenticator.register(wanted.username(), wanted.password(), address);
            case SELLER ->
                // Nothing else is known of them; their name says whom to ask.
                sellers.register(wanted.username(), wanted.password(), wanted.username(), wanted.username(), address);
        }
        return ErrorMessage.NONE;
    }

    /**
     * Who wants an account.
     *
     * @param kind customer or saler; shopper and seller are taken as well
     */
    @Schema(name = "CompatibleUser")
    @JsonIgnoreProperties(ignoreUnknown = true)
    record NewUser(
            @NotNull @Schema(example = "teapots") String username,

            @NotNull @Schema(example = "a long enough password")
            String password,

            @Nullable @Schema(example = "saler") String kind) {

        private CompatibleKind readKind() {
            return CompatibleKind.read(kind)
                    .orElseThrow(() -> new RequestRejected(
                            HttpStatus.BAD_REQUEST,
                            kind == null || kind.isEmpty()
                                    ? "Empty field of kind."
                                    : "Unexpected value of kind; it is customer or saler."));
        }

        /** Without the password. */
        @Override
        public String toString() {
            return "NewUser[username=" + username + "]";
        }
    }
}
