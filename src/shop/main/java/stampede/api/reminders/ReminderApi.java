package stampede.api.reminders;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import stampede.account.CurrentAccount;
import stampede.account.SignedIn;
import stampede.catalog.OfferId;
import stampede.catalog.SlotId;
import stampede.reminder.ReminderId;
import stampede.reminder.Reminders;

/** What the caller is told of: openings and waitlists. Asking twice changes nothing, so all of it is put, and nothing posted. */
@RestController
@Tag(name = "Accounts")
class ReminderApi {

    private static final String PATH = "/api/v1/reminders";

    private final Reminders reminders;

    ReminderApi(Reminders reminders) {
        this.reminders = reminders;
    }

    @Operation(summary = "What you are told of, the one that is over first before the others")
    @GetMapping(PATH)
    List<ReminderView> reminders(@CurrentAccount SignedIn account) {
        return reminders.list(account.id()).stream().map(ReminderView::of).toList();
    }

    @Operation(summary = "Be reminded of the opening of an offer, by mail if your address is confirmed")
    @PutMapping(PATH + "/offers/{offerId}")
    ReminderView remind(@CurrentAccount SignedIn account, @PathVariable OfferId offerId) {
        return ReminderView.of(reminders.remind(account.id(), offerId));
    }

    @Operation(summary = "Be told, once, when a unit of an offer that is sold out comes back; nothing is kept for you")
    @PutMapping(PATH + "/offers/{offerId}/waitlist")
    ReminderView await(@CurrentAccount SignedIn account, @PathVariable OfferId offerId) {
        return ReminderView.of(reminders.await(account.id(), offerId));
    }

    @Operation(summary = "Be reminded of the opening of a slot")
    @PutMapping(PATH + "/slots/{slotId}")
    ReminderView remind(@CurrentAccount SignedIn account, @PathVariable SlotId slotId) {
        return ReminderView.of(reminders.remind(account.id(), slotId));
    }

    @Operation(summary = "End one; somebody else's and one that is over are as good as ended")
    @ApiResponse(responseCode = "204", description = "Ended")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @DeleteMapping(PATH + "/{reminderId}")
    void end(@CurrentAccount SignedIn account, @PathVariable ReminderId reminderId) {
        reminders.end(account.id(), reminderId);
    }
}
