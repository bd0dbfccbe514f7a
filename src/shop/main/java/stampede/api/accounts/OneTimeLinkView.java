package stampede.api.accounts;

import io.swagger.v3.oas.annotations.media.Schema;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;
import stampede.staff.AccountActs;

/**
 * What to give to somebody so that they can set a password. It is kept nowhere, and works once, for 24 hours.
 *
 * @param accountId whose it is
 * @param username what the account is called
 * @param link a whole address, under the name by which the shop was asked
 */
@Schema(name = "OneTimeLink")
record OneTimeLinkView(
        @Schema(example = "708540021337000001") String accountId,
        @Schema(example = "mei") String username,

        @Schema(example = "https://shop.example/welcome/Q7…")
        String link) {

    static OneTimeLinkView of(AccountActs.Link link, String username) {
        return new OneTimeLinkView(
                link.account().toString(),
                username,
                ServletUriComponentsBuilder.fromCurrentContextPath()
                        .path("/welcome/{secret}")
                        .buildAndExpand(link.secret())
                        .toUriString());
    }

    /** Without the link, so that no log has it. */
    @Override
    public String toString() {
        return "OneTimeLinkView[" + accountId + "]";
    }
}
