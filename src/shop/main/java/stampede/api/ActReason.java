package stampede.api;

import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;

/**
 * Why something is done, for the audit log.
 *
 * @param reason 5 to 200 characters
 */
@Schema(name = "ActReason")
public record ActReason(
        @NotBlank @Size(min = 5, max = 200) @Schema(example = "The shopper called us")
        String reason) {}
