package stampede.monitor;

import org.springframework.http.ContentDisposition;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.server.ResponseStatusException;
import stampede.monitor.format.RawMessage;
import stampede.task.admin.DeadMessage;
import stampede.task.admin.DeadTasks;

/** The message of a dead task as it came. There is none of a task that carries what is nobody's business. */
@Controller
@RequestMapping(MonitorProperties.PATH)
class DeadMessageController {

    private final DeadTasks dead;

    DeadMessageController(DeadTasks dead) {
        this.dead = dead;
    }

    @GetMapping("/dead/{number}/message")
    String message(@PathVariable long number, Model model) {
        model.addAttribute("number", number);
        model.addAttribute("message", RawMessage.of(known(number)));
        return MonitorView.template("dead-message");
    }

    /** Never shown by the browser: strangers may have written it. */
    @GetMapping("/dead/{number}/body")
    ResponseEntity<byte[]> body(@PathVariable long number) {
        return ResponseEntity.ok()
                .contentType(MediaType.APPLICATION_OCTET_STREAM)
                .header("X-Content-Type-Options", "nosniff")
                .header(
                        HttpHeaders.CONTENT_DISPOSITION,
                        ContentDisposition.attachment()
                                .filename("dead-task-" + number + ".bin")
                                .build()
                                .toString())
                .body(known(number).body());
    }

    private DeadMessage known(long number) {
        return dead.message(number).orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
    }
}
