package stampede.archive.page;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.servlet.ModelAndView;
import stampede.account.CurrentAccount;
import stampede.account.Duty;
import stampede.account.Needs;
import stampede.account.SignedIn;
import stampede.archive.ArchiveFields;
import stampede.archive.ArchiveFile;
import stampede.archive.ArchiveRepository;
import stampede.archive.ArchiveRun;
import stampede.archive.ArchiveRuns;
import stampede.desk.ListView;
import stampede.desk.Selection;
import stampede.listing.ListQuery;
import stampede.listing.ListSpec;
import stampede.refusal.RefusalException;
import stampede.refusal.RefusalReason;
import stampede.site.ShopTimes;
import stampede.task.admin.DeadTasks;

/** The archive: dead tasks with what the shop knows of each, what most of them died of, and many sent again. */
@Controller
class ArchiveListController {

    static final String PATH = "/console/archive";

    private static final ListSpec LIST = ArchiveFields.ofPages(PATH);
    private static final int MOST_GROUPS = 10;
    private static final int MOST_RUNS = 5;

    private final ArchiveRepository tasks;
    private final ArchiveRuns runs;
    private final ArchiveFile file;
    private final DeadTasks dead;
    private final ShopTimes times;

    ArchiveListController(
            ArchiveRepository tasks, ArchiveRuns runs, ArchiveFile file, DeadTasks dead, ShopTimes times) {
        this.tasks = tasks;
        this.runs = runs;
        this.file = file;
        this.dead = dead;
        this.times = times;
    }

    @Needs(Duty.SEE)
    @GetMapping(PATH)
    ModelAndView list(HttpServletRequest request) {
        return page(query(request));
    }

    @Needs(Duty.SEE)
    @GetMapping(PATH + ".csv")
    void csv(HttpServletRequest request, HttpServletResponse response) throws IOException {
        file.csv(response, query(request));
    }

    @Needs(Duty.SEE)
    @GetMapping(PATH + ".jsonl")
    void jsonLines(HttpServletRequest request, HttpServletResponse response) throws IOException {
        file.jsonLines(response, query(request));
    }

    /** Those that are ticked, or all that matched when the page was drawn; if others match now, nothing is done. */
    @Needs(Duty.RUN)
    @PostMapping(PATH + "/runs")
    ModelAndView begin(@CurrentAccount SignedIn operator, HttpServletRequest request) {
        var selection = Selection.of(request);
        var pace = new ArchiveRuns.Pace(perSecond(request), text(request, "reason"));
        try {
            return new ModelAndView("redirect:" + PATH + "/runs/"
                    + begin(operator, selection, pace).id());
        } catch (RefusalException refused) {
            return refuse(selection, pace, refused.reason());
        }
    }

    private ArchiveRun begin(SignedIn operator, Selection selection, ArchiveRuns.Pace pace) {
        return selection
                .all()
                .map(all -> runs.begin(
                        operator,
                        all.query(LIST, times.zone()),
                        OptionalLong.empty(),
                        Optional.of(all.moment()),
                        all.number(),
                        pace))
                .orElseGet(() -> runs.begin(operator, selection.ids(), pace));
    }

    private ModelAndView refuse(Selection selection, ArchiveRuns.Pace pace, RefusalReason reason) {
        var filter = selection.all().map(Selection.Matching::filter).orElse("");
        var page = page(ListQuery.ofFilter(LIST, filter, times.zone()))
                .addObject("refused", reason)
                .addObject("ticked", selection.ids())
                .addObject("pace", pace);
        page.setStatus(HttpStatus.valueOf(reason.status().value()));
        return page;
    }

    /** Where a reload leads. */
    @Needs(Duty.SEE)
    @GetMapping(PATH + "/runs")
    String back() {
        return "redirect:" + PATH;
    }

    private ModelAndView page(ListQuery query) {
        return new ModelAndView("archive/archive")
                .addObject("list", new ListView<>(query, tasks.page(query)))
                .addObject("groups", dead.groups(MOST_GROUPS))
                .addObject("runs", runs.newest(MOST_RUNS));
    }

    private ListQuery query(HttpServletRequest request) {
        return ListQuery.of(LIST, request.getParameterMap(), times.zone());
    }

    /** 0, which is no pace, for what is no number. */
    private static int perSecond(HttpServletRequest request) {
        var text = text(request, "perSecond");
        return text.matches("\\d{1,4}") ? Integer.parseInt(text) : 0;
    }

    private static String text(HttpServletRequest request, String name) {
        var given = request.getParameter(name);
        return given == null ? "" : given.strip();
    }
}
