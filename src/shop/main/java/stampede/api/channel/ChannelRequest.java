package stampede.api.channel;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import stampede.channel.ChannelFields;

/**
 * What a channel is to be.
 *
 * @param name 1 to 60 characters
 * @param kind DINGTALK, WECOM, WEBHOOK or MAIL; it stays
 * @param address of a webhook; of a robot only where it is not the usual one
 * @param token of a robot; without it the one there is stays
 * @param secret of DingTalk or a webhook; without it the one there is stays
 * @param keepPrevious whether the secret before goes on signing a webhook, too
 * @param recipients addresses of mail, or numbers of phones that urgent messages call by; at most 20
 * @param severities URGENT, WARNING, INFO: at least one
 * @param rules names of rules; empty: all
 * @param types FIRING, RESOLVED, WEEK, ARCHIVED, TEST; empty: all
 * @param language zh or en
 * @param quietFrom from when it takes urgent messages only, in the shop's time
 * @param quietUntil until when
 */
@Schema(name = "ChannelRequest")
record ChannelRequest(
        @Schema(example = "On call") @Nullable String name,
        @Schema(example = "WEBHOOK") @Nullable String kind,

        @Schema(example = "https://hooks.example.com/stampede") @Nullable
        String address,

        @Nullable String token,

        @Schema(example = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=") @Nullable
        String secret,

        @Nullable Boolean keepPrevious,
        @Nullable List<String> recipients,

        @Schema(example = "[\"URGENT\",\"WARNING\"]") @Nullable
        Set<String> severities,

        @Schema(example = "[\"drift\",\"books\"]") @Nullable List<String> rules,

        @Schema(example = "[\"FIRING\",\"RESOLVED\"]") @Nullable
        Set<String> types,

        @Schema(example = "en") @Nullable String language,
        @Schema(example = "23:00") @Nullable String quietFrom,
        @Schema(example = "08:00") @Nullable String quietUntil) {

    ChannelFields fields() {
        return new ChannelFields(
                text(name),
                text(kind),
                text(address),
                text(token),
                text(secret),
                Boolean.TRUE.equals(keepPrevious),
                joined(recipients),
                severities == null ? Set.of() : severities,
                joined(rules),
                types == null ? Set.of() : types,
                text(language),
                text(quietFrom),
                text(quietUntil));
    }

    private static String text(@Nullable String given) {
        return Objects.requireNonNullElse(given, "").strip();
    }

    private static String joined(@Nullable List<String> given) {
        return given == null ? "" : String.join(",", given);
    }

    /** Nothing secret in it. */
    @Override
    public String toString() {
        return "ChannelRequest[" + name + "]";
    }
}
