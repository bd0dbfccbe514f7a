package stampede.storefront.reminder;

import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ModelAttribute;
import stampede.reminder.Reminders;

/** Tells pages how many want to be reminded of an offer: {@code reminded} in templates. */
@ControllerAdvice("stampede.storefront")
class ReminderAdvice {

    private final Reminders reminders;

    ReminderAdvice(Reminders reminders) {
        this.reminders = reminders;
    }

    @ModelAttribute("reminded")
    Reminders reminders() {
        return reminders;
    }
}
