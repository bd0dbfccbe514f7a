package stampede.alipaysandbox.mailbox;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** What the shop sent by mail, for who tries it out without a mail account. */
@Controller
class MailboxController {

    private final Mailbox mailbox;
    private final ObjectProvider<MailReceiver> receiver;

    MailboxController(Mailbox mailbox, ObjectProvider<MailReceiver> receiver) {
        this.mailbox = mailbox;
        this.receiver = receiver;
    }

    @GetMapping("/mailbox")
    String page(@RequestParam(defaultValue = "") String to, Model model) {
        var listens = receiver.getIfAvailable();
        model.addAttribute("to", to.strip());
        model.addAttribute("mails", mailbox.to(to.strip()));
        model.addAttribute("port", listens == null ? null : listens.port());
        return "mailbox";
    }

    @PostMapping("/mailbox/clear")
    String clear() {
        mailbox.clear();
        return "redirect:/mailbox";
    }
}
