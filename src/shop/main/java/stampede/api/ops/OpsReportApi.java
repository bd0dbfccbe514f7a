package stampede.api.ops;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.ExampleObject;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import stampede.account.CurrentAccount;
import stampede.account.Duty;
import stampede.account.Needs;
import stampede.account.Scope;
import stampede.account.SignedIn;
import stampede.api.problem.ApiRefusal;
import stampede.catalog.OfferId;
import stampede.purchase.PurchaseRefusal;
import stampede.refusal.RefusalException;
import stampede.report.SaleReport;
import stampede.report.SaleReports;
import stampede.report.Week;
import stampede.report.WeekReport;
import stampede.report.WeekReports;

/** Reports of sales and of weeks, as they are kept. */
@RestController
@Tag(name = "Operations")
class OpsReportApi {

    private static final String SALE_EXAMPLE = """
            {"madeAt": "2026-11-23T13:03:40Z", "state": "FINAL",
             "sale": {"offer": "708540021337000001", "slot": "17", "product": "Teapot", "seller": "42", "kind": "GOODS",
                      "opensAt": "2026-11-23T12:00:00Z", "closesAt": "2026-11-23T12:30:00Z", "closedOutAt": "2026-11-23T13:00:00Z"},
             "units": {"total": 500, "left": 0, "held": 500, "returned": 12},
             "funnel": [{"step": "PRESSES", "count": 5212, "source": "STATISTICS"}, {"step": "ACCEPTED", "count": 512, "source": "DATABASE"}],
             "fallen": [{"after": "PRESSES", "name": "SOLD_OUT", "count": 4700}, {"after": "ORDERS", "name": "UNPAID", "count": 12}],
             "refusals": [{"reason": "SOLD_OUT", "count": 4700, "first": "2026-11-23T12:00:07Z", "last": "2026-11-23T12:29:58Z"}],
             "curve": [{"at": "2026-11-23T12:00:00Z", "seconds": 1, "left": 410, "accepted": 90, "refused": 0}],
             "sellThrough": {"after1s": 18, "after10s": 100, "after1m": 100, "after10m": 98, "lastUnitMillis": 7200,
                             "firstBackAt": "2026-11-23T12:15:01Z", "lastBackAt": "2026-11-23T12:15:09Z"},
             "speed": {"presses": 5212, "pressP50": 4.1, "pressP95": 18.7, "pressP99": 45.3, "orderP50": 120, "orderP99": 900, "orderMost": 1300},
             "money": {"listFen": 1019200, "soldFen": 1018880, "paidFen": 995000, "unpaidFen": 23880,
                       "refunds": [{"reason": "OPERATOR", "count": 1, "fen": 1990}]},
             "fairness": [{"units": 1, "shoppers": 474}, {"units": 2, "shoppers": 13}],
             "trust": {"books": "AGREE", "checkedAt": "2026-11-23T13:00:00Z", "chainHead": "9f86d081884c7d65", "acts": [], "missing": []},
             "nextTime": ["SOLD_OUT_FAST"]}
            """;

    private static final String WEEK_EXAMPLE = """
            {"week": "2026-W47", "madeAt": "2026-11-23T00:00:00Z", "kept": true,
             "tasks": {"ended": 18230, "failedTries": 14, "afterOne": 9, "afterTwo": 1, "afterMore": 0, "gaveUp": 1, "cancelled": 0},
             "tasksBefore": {"ended": 17011, "failedTries": 0, "afterOne": 0, "afterTwo": 0, "afterMore": 0, "gaveUp": 0, "cancelled": 0},
             "troubled": [], "decisions": {"replayed": 1, "discarded": 0},
             "refunds": [{"reason": "OPERATOR", "count": 1, "fen": 1990, "done": 1, "meanMillis": 2100, "mostMillis": 2100}],
             "lateMoney": [], "repairs": [{"kind": "COUNTER_CORRECTED", "count": 1, "failed": 0, "units": 2}],
             "alerts": [{"rule": "drift", "count": 1, "acknowledged": 1, "meanMillisToAcknowledge": 60000, "meanMillisToResolve": 300000}], "unfinished": 0, "closedOut": 12, "notClosedOut": 0,
             "acts": [{"who": "mei", "action": "OFFER_PAUSED", "count": 1}],
             "sales": [{"offer": "708540021337000001", "product": "Teapot", "total": 500, "sold": 500, "lastUnitMillis": 7200, "shoppers": 487}]}
            """;

    private final SaleReports sales;
    private final WeekReports weeks;

    OpsReportApi(SaleReports sales, WeekReports weeks) {
        this.sales = sales;
        this.weeks = weeks;
    }

    @Operation(summary = "What became of the sale of an offer; FINAL ones never change (operators)")
    @ApiResponse(
            responseCode = "200",
            description = "The report. What is in statistics follows two or three minutes later while the sale goes on",
            content = @Content(examples = @ExampleObject(SALE_EXAMPLE)))
    @Needs(Duty.SEE)
    @GetMapping("/api/ops/reports/sales/{offerId}")
    SaleReport sale(@CurrentAccount SignedIn account, @PathVariable OfferId offerId) {
        return sales.of(offerId, new Scope.All())
                .orElseThrow(() -> new RefusalException(PurchaseRefusal.UNKNOWN_OFFER));
    }

    @Operation(summary = "How a week of the shop was, Monday to Sunday in the shop's time (operators)")
    @ApiResponse(
            responseCode = "200",
            description = "The report; kept from the Monday after on, and then it never changes",
            content = @Content(examples = @ExampleObject(WEEK_EXAMPLE)))
    @Needs(Duty.SEE)
    @GetMapping("/api/ops/reports/weeks/{week}")
    WeekReport week(@CurrentAccount SignedIn account, @Parameter(example = "2026-W47") @PathVariable String week) {
        return Week.read(week)
                .filter(read -> read.compareTo(weeks.current()) <= 0)
                .map(weeks::of)
                .orElseThrow(() -> new RefusalException(ApiRefusal.NOT_FOUND));
    }
}
