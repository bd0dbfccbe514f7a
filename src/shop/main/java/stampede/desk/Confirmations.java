package stampede.desk;

import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Optional;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.ModelAndView;

/** Asks before an act, and reads the answer: with a reason, what was to be typed in, and figures that still hold. */
@Component
public class Confirmations {

    private static final int SHORTEST_REASON = 5;
    private static final int LONGEST_REASON = 200;

    /** The field of a number that is asked for. */
    private static final String NUMBER = "number";

    private final SeenFigures figures;

    Confirmations(SeenFigures figures) {
        this.figures = figures;
    }

    /** The question. */
    public ModelAndView ask(Question question) {
        return page(question, new Again(new FormErrors(), "", List.of(), HttpStatus.OK));
    }

    /**
     * Reads the answer. If it is not one, the question is asked again with what was typed in, and nothing may be done: 422, or 409 if the
     * figures moved, with both.
     */
    public Answer read(Question question, HttpServletRequest request) {
        var reason = text(request, "reason");
        var errors = new FormErrors();
        var length = reason.codePointCount(0, reason.length());
        if (length < SHORTEST_REASON || length > LONGEST_REASON) {
            errors.reject("reason", "desk.confirm.reason.wrong", SHORTEST_REASON, LONGEST_REASON);
        }
        if (!question.typed().isEmpty() && !text(request, "typed").equals(question.typed())) {
            errors.reject("typed", "desk.confirm.typed.wrong", question.typed());
        }
        if (!errors.none()) {
            return new Answer(
                    reason,
                    Optional.of(page(
                            question.with(request),
                            new Again(errors, reason, List.of(), HttpStatus.UNPROCESSABLE_CONTENT))));
        }
        var seen = text(request, "seen");
        return figures.hold(question.act(), seen, question.figures())
                ? new Answer(reason, Optional.empty())
                : new Answer(
                        reason,
                        Optional.of(page(
                                question.with(request),
                                new Again(errors, reason, figures.said(seen), HttpStatus.CONFLICT))));
    }

    /**
     * Asks again, because what was answered cannot be done.
     *
     * @param question with figures computed now
     * @param status of the page
     * @param message the key of a sentence that says why
     */
    public ModelAndView refuse(Question question, HttpServletRequest request, HttpStatus status, String message) {
        var errors = new FormErrors();
        errors.reject(question.asked().isPresent() ? NUMBER : "reason", message);
        return page(question.with(request), new Again(errors, text(request, "reason"), List.of(), status));
    }

    private ModelAndView page(Question question, Again again) {
        var confirm = new Confirm(
                question.path(),
                question.back(),
                question.words(),
                question.figures(),
                figures.sign(question.act(), question.figures()),
                question.typed(),
                again.errors(),
                again.reason(),
                again.status() == HttpStatus.CONFLICT && again.errors().none(),
                again.before(),
                question.moving(),
                question.asked());
        var page = new ModelAndView("desk/confirm", again.status());
        return page.addObject("confirm", confirm);
    }

    private static String text(HttpServletRequest request, String name) {
        var given = request.getParameter(name);
        return given == null ? "" : given.strip();
    }

    /**
     * What is asked.
     *
     * @param act who is to do what to what in which state; if any of it moved, the answer does not count
     * @param path where the answer is sent to
     * @param back where whoever does not want it goes
     * @param words what its messages begin with, as {@link Confirm} has it
     * @param figures computed now
     * @param typed what has to be typed in; empty at level 2
     * @param moving figures that move all the time, shown beside the others; the answer does not depend on them
     * @param asked a number that is to be typed in; the request has it as {@code number}
     */
    public record Question(
            String act,
            String path,
            String back,
            String words,
            List<Confirm.Figure> figures,
            String typed,
            List<Confirm.Figure> moving,
            Optional<Confirm.Asked> asked) {

        public Question(
                String act, String path, String back, String words, List<Confirm.Figure> figures, String typed) {
            this(act, path, back, words, figures, typed, List.of(), Optional.empty());
        }

        /** With what was typed in. */
        private Question with(HttpServletRequest request) {
            return new Question(
                    act,
                    path,
                    back,
                    words,
                    figures,
                    typed,
                    moving,
                    asked.map(number -> new Confirm.Asked(number.label(), number.isMoney(), text(request, NUMBER))));
        }
    }

    /** With what, and as what, a question is asked again. */
    private record Again(FormErrors errors, String reason, List<Long> before, HttpStatus status) {}

    /**
     * An answer.
     *
     * @param reason in their words
     * @param again the page to show instead of doing it
     */
    public record Answer(String reason, Optional<ModelAndView> again) {

        /** Whether it may be done. */
        public boolean isYes() {
            return again.isEmpty();
        }
    }
}
