package stampede.api.channel;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;
import stampede.channel.Channel;

/**
 * A channel.
 *
 * @param id its id
 * @param name how people call it
 * @param kind DINGTALK, WECOM, WEBHOOK or MAIL
 * @param address where its messages are sent, where that is not the usual one
 * @param token the end of its token; empty if it has none
 * @param secret the end of its secret; empty if it has none
 * @param readable whether its secrets can be opened; if not, they have to be entered again
 * @param keepsPrevious whether the secret before signs, too
 * @param recipients who is told, or called
 * @param severities of what it takes
 * @param rules that it takes; empty: all
 * @param types that it takes; empty: all
 * @param language of its messages
 * @param quietFrom from when it takes urgent messages only; empty: never
 * @param quietUntil until when
 * @param paused whether it takes nothing now
 * @param version to be sent as If-Match with a change
 */
@Schema(name = "Channel")
record ChannelView(
        @Schema(example = "708540021337000001") String id,
        @Schema(example = "On call") String name,
        @Schema(example = "WEBHOOK") String kind,

        @Schema(example = "https://hooks.example.com/stampede")
        String address,

        @Schema(example = "") String token,
        @Schema(example = "…ZWY=") String secret,
        @Schema(example = "true") boolean readable,
        @Schema(example = "false") boolean keepsPrevious,
        @Schema(example = "[]") List<String> recipients,

        @Schema(example = "[\"URGENT\",\"WARNING\"]") List<String> severities,

        @Schema(example = "[\"books\",\"drift\"]") List<String> rules,

        @Schema(example = "[\"FIRING\",\"RESOLVED\"]") List<String> types,

        @Schema(example = "en") String language,
        @Schema(example = "23:00") String quietFrom,
        @Schema(example = "08:00") String quietUntil,
        @Schema(example = "false") boolean paused,
        @Schema(example = "0") long version) {

    static ChannelView of(Channel channel) {
        var terms = channel.terms();
        return new ChannelView(
                Long.toString(channel.id()),
                terms.name(),
                terms.kind().name(),
                terms.address(),
                channel.token().orElse(""),
                channel.secret().orElse(""),
                channel.readable(),
                channel.isChanging(),
                terms.recipients(),
                terms.severities().stream().sorted().map(Enum::name).toList(),
                terms.rules().stream().sorted().toList(),
                terms.types().stream().sorted().map(Enum::name).toList(),
                terms.language().toLanguageTag(),
                text(terms.quietFrom()),
                text(terms.quietUntil()),
                terms.paused(),
                channel.version());
    }

    private static String text(@Nullable Object time) {
        return time == null ? "" : time.toString();
    }
}
