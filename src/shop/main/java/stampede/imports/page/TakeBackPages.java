package stampede.imports.page;

import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.springframework.context.MessageSource;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.ModelAndView;
import stampede.account.SignedIn;
import stampede.desk.Confirm;
import stampede.desk.Confirmations;
import stampede.imports.ImportBatch;
import stampede.imports.ImportProblem;
import stampede.imports.ImportRefused;
import stampede.imports.TakeBacks;

/** Asks before a file is taken back, with what of it can be now, and has it done. */
@Component
class TakeBackPages {

    private static final int MOST_NUMBERS = 10;

    private final TakeBacks takeBacks;
    private final ImportPages pages;
    private final Confirmations confirmations;
    private final MessageSource messages;

    TakeBackPages(TakeBacks takeBacks, ImportPages pages, Confirmations confirmations, MessageSource messages) {
        this.takeBacks = takeBacks;
        this.pages = pages;
        this.confirmations = confirmations;
        this.messages = messages;
    }

    ModelAndView ask(SignedIn account, String base, String id, Locale locale) {
        var batch = pages.find(account, id);
        var refusal = takeBacks.refusal(batch);
        if (refusal.isPresent()) {
            return pages.refused(account, base, id, new ImportRefused(refusal.get()));
        }
        var outlook = takeBacks.look(batch);
        return confirmations.ask(question(account, base, batch, outlook)).addObject("notes", notes(outlook, locale));
    }

    ModelAndView takeBack(SignedIn account, String base, String id, Locale locale, HttpServletRequest request) {
        var batch = pages.find(account, id);
        var refusal = takeBacks.refusal(batch);
        if (refusal.isPresent()) {
            return pages.refused(account, base, id, new ImportRefused(refusal.get()));
        }
        var outlook = takeBacks.look(batch);
        var answer = confirmations.read(question(account, base, batch, outlook), request);
        if (answer.again().isPresent()) {
            return answer.again().get().addObject("notes", notes(outlook, locale));
        }
        try {
            takeBacks.begin(account, batch.id(), answer.reason());
            return new ModelAndView("redirect:" + base + "/" + batch.id());
        } catch (ImportRefused refused) {
            return pages.refused(account, base, id, refused);
        }
    }

    private static Confirmations.Question question(
            SignedIn account, String base, ImportBatch batch, TakeBacks.Outlook outlook) {
        var page = base + "/" + batch.id();
        return new Confirmations.Question(
                account.who() + " IMPORT_TAKE_BACK_BEGUN import:" + batch.id() + " " + batch.state(),
                page + "/take-back",
                page,
                "imports.take-back",
                List.of(new Confirm.Figure("can", outlook.can()), new Confirm.Figure("kept", outlook.keptRows())),
                "");
    }

    /** Why rows stay, with the numbers of the first ones. */
    private List<String> notes(TakeBacks.Outlook outlook, Locale locale) {
        return outlook.kept().entrySet().stream()
                .map(each -> note(each, locale))
                .toList();
    }

    private String note(Map.Entry<ImportProblem, List<Integer>> kept, Locale locale) {
        var numbers = kept.getValue().stream()
                .limit(MOST_NUMBERS)
                .map(String::valueOf)
                .collect(Collectors.joining(", "));
        var problem = kept.getKey();
        return messages.getMessage(
                "imports.take-back.note",
                new Object[] {
                    kept.getValue().size(),
                    kept.getValue().size() > MOST_NUMBERS ? numbers + " …" : numbers,
                    messages.getMessage(problem.message(), problem.arguments(), locale)
                },
                locale);
    }
}
