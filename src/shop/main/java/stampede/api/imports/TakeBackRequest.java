package stampede.api.imports;

import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;

/**
 * That a file is to be taken back.
 *
 * @param reason 5 to 200 characters, for the audit log
 */
@Schema(name = "TakeBack")
record TakeBackRequest(
        @NotNull @Size(min = 5, max = 200) @Schema(example = "This was last year's price list")
        String reason) {}
