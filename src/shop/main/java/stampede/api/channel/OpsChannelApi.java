package stampede.api.channel;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
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
import stampede.channel.Channel;
import stampede.channel.ChannelActs;
import stampede.channel.DeliveryResult;

/** Channels by which people outside the shop are told. Tokens and secrets go in, and never out. */
@RestController
@Tag(name = "Operations")
class OpsChannelApi {

    private static final String PATH = "/api/ops/channels";

    private final ChannelActs acts;

    OpsChannelApi(ChannelActs acts) {
        this.acts = acts;
    }

    @Operation(summary = "Channels by name, without their secrets (operators)")
    @Needs(Duty.ADMIN)
    @GetMapping(PATH)
    List<ChannelView> channels() {
        return acts.all().stream().map(ChannelView::of).toList();
    }

    @Operation(summary = "Make a channel (operators)")
    @ApiResponse(responseCode = "201", description = "Made; its version is the ETag")
    @Needs(Duty.ADMIN)
    @PostMapping(PATH)
    ResponseEntity<ChannelView> add(@CurrentAccount SignedIn account, @Valid @RequestBody ChannelRequest request) {
        var added = acts.add(account, request.fields());
        return answer(ResponseEntity.created(URI.create(PATH + "/" + added.id())), added);
    }

    @Operation(summary = "A channel; its version is the ETag (operators)")
    @Needs(Duty.ADMIN)
    @GetMapping(PATH + "/{channelId}")
    ResponseEntity<ChannelView> find(@PathVariable String channelId) {
        return answer(ResponseEntity.ok(), acts.find(id(channelId)));
    }

    @Operation(summary = "Change a channel, but not its kind; If-Match is the version that was read (operators)")
    @Needs(Duty.ADMIN)
    @PutMapping(PATH + "/{channelId}")
    ResponseEntity<ChannelView> change(
            @CurrentAccount SignedIn account,
            @PathVariable String channelId,
            @RequestHeader(HttpHeaders.IF_MATCH) String ifMatch,
            @Valid @RequestBody ChannelRequest request) {
        return answer(
                ResponseEntity.ok(), acts.change(account, id(channelId), IfMatch.version(ifMatch), request.fields()));
    }

    @Operation(summary = "Remove a channel with its secrets, for good (operators)")
    @ApiResponse(responseCode = "204", description = "Removed")
    @Needs(Duty.ADMIN)
    @DeleteMapping(PATH + "/{channelId}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void remove(@CurrentAccount SignedIn account, @PathVariable String channelId) {
        acts.remove(account, id(channelId), "");
    }

    @Operation(summary = "Send a message that says that it is a test, and hear what was answered (operators)")
    @ApiResponse(responseCode = "200", description = "It was sent once; whether it arrived is in the answer")
    @ApiResponse(responseCode = "429", description = "CHANNEL_BUSY: fifteen messages were sent within a minute")
    @Needs(Duty.ADMIN)
    @PostMapping(PATH + "/{channelId}/test")
    TestView test(@CurrentAccount SignedIn account, @PathVariable String channelId) {
        var test = acts.test(account, id(channelId));
        return TestView.of(test.messageId(), test.result());
    }

    /** What is no number is no channel either. */
    private static long id(String text) {
        return text.matches("[1-9]\\d{0,17}") ? Long.parseLong(text) : 0;
    }

    private static ResponseEntity<ChannelView> answer(ResponseEntity.BodyBuilder answer, Channel channel) {
        return answer.eTag(Long.toString(channel.version())).body(ChannelView.of(channel));
    }

    /**
     * What a test came to.
     *
     * @param messageId of the message, by which its delivery is found
     * @param delivered whether it was taken
     * @param cause why, or why not
     * @param http the status of the answer; 0 if there was none
     * @param answer its beginning
     */
    @Schema(name = "ChannelTest")
    record TestView(
            @Schema(example = "test-708540021337000001-1") String messageId,
            @Schema(example = "false") boolean delivered,
            @Schema(example = "SIGNATURE") String cause,
            @Schema(example = "200") int http,

            @Schema(example = "{\"errcode\":310000,\"errmsg\":\"sign not match\"}")
            String answer) {

        static TestView of(String messageId, DeliveryResult result) {
            return new TestView(messageId, result.isGood(), result.cause().name(), result.http(), result.answer());
        }
    }
}
