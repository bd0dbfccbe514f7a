package stampede.alipaysandbox.mailbox;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.springframework.stereotype.Component;

/** The newest mails that the shop sent, in memory: nobody gets them but who looks here. */
@Component
class Mailbox {

    static final int MOST = 100;

    private final Deque<ReceivedMail> mails = new ArrayDeque<>();

    synchronized void add(ReceivedMail mail) {
        mails.addFirst(mail);
        if (mails.size() > MOST) {
            mails.removeLast();
        }
    }

    /** Newest first; all, or those whose recipient holds this text. */
    synchronized List<ReceivedMail> to(String recipient) {
        return mails.stream().filter(mail -> mail.to().contains(recipient)).toList();
    }

    synchronized void clear() {
        mails.clear();
    }
}
