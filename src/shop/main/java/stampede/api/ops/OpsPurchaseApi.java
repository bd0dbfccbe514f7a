package stampede.api.ops;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import stampede.account.CurrentAccount;
import stampede.account.Duty;
import stampede.account.Needs;
import stampede.account.SignedIn;
import stampede.api.ActReason;
import stampede.api.problem.ApiRefusal;
import stampede.inquiry.PurchaseHistory;
import stampede.inquiry.PurchaseResolver;
import stampede.inquiry.PurchaseStep;
import stampede.inquiry.PurchaseStepReader;
import stampede.inquiry.StuckPurchase;
import stampede.inquiry.StuckPurchaseFinder;
import stampede.order.OrderId;
import stampede.order.OrderStatus;
import stampede.purchase.PurchaseRefusal;
import stampede.refusal.RefusalException;

/** The steps of a purchase, and those purchases that are stuck, for operators. */
@RestController
@Tag(name = "Operations")
class OpsPurchaseApi {

    private static final int MOST = 1_000;

    private final PurchaseStepReader steps;
    private final StuckPurchaseFinder stuck;
    private final PurchaseResolver resolver;

    OpsPurchaseApi(PurchaseStepReader steps, StuckPurchaseFinder stuck, PurchaseResolver resolver) {
        this.steps = steps;
        this.stuck = stuck;
        this.resolver = resolver;
    }

    @Operation(summary = "Purchases that were accepted and have stayed for too long without an end (operators)")
    @Needs(Duty.SEE)
    @GetMapping("/api/ops/purchases/stuck")
    StuckView stuck(@CurrentAccount SignedIn account) {
        var found = stuck.find(MOST);
        return new StuckView(
                found.redisAnswered(),
                found.purchases().stream().map(StuckOne::of).toList());
    }

    @Operation(summary = "The steps of a purchase, as far as anybody knows (operators)")
    @Needs(Duty.SEE)
    @GetMapping("/api/ops/purchases/{purchaseId}")
    CourseView purchase(@CurrentAccount SignedIn account, @PathVariable OrderId purchaseId) {
        var course = steps.of(purchaseId);
        if (!course.known()) {
            throw new RefusalException(course.redisAnswered() ? ApiRefusal.NOT_FOUND : PurchaseRefusal.BUSY);
        }
        return CourseView.of(course);
    }

    /** Does at once what the shop does by itself within minutes. The outcome says what came of it; asking again is harmless. */
    @Operation(summary = "Resolve a stuck purchase now (operators)")
    @Needs(Duty.RUN)
    @PostMapping("/api/ops/purchases/{purchaseId}/resolve")
    Resolved resolve(@CurrentAccount SignedIn account, @PathVariable OrderId purchaseId) {
        return resolved(purchaseId, resolver.resolve(account, purchaseId));
    }

    /** An unpaid order is closed and its units go back, also if Alipay does not answer; money that comes later goes back by itself. */
    @Operation(summary = "Take an unpaid purchase back without waiting for Alipay's word (operators)")
    @Needs(Duty.MONEY)
    @PostMapping("/api/ops/purchases/{purchaseId}/roll-back")
    Resolved rollBack(
            @CurrentAccount SignedIn account, @PathVariable OrderId purchaseId, @Valid @RequestBody ActReason why) {
        return resolved(purchaseId, resolver.rollBack(account, purchaseId, why.reason()));
    }

    private static Resolved resolved(OrderId purchaseId, PurchaseResolver.Outcome outcome) {
        return switch (outcome) {
            case UNKNOWN -> throw new RefusalException(ApiRefusal.NOT_FOUND);
            case REDIS_AWAY -> throw new RefusalException(PurchaseRefusal.BUSY);
            case PLACED,
                    REJECTED,
                    GIVEN_UP,
                    RELEASED,
                    QUEUED_AGAIN,
                    WAITS,
                    CLOSED,
                    PAID,
                    STILL_CLOSING,
                    NOTHING_TO_DO -> new Resolved(purchaseId.toString(), outcome);
        };
    }

    record Resolved(String purchaseId, PurchaseResolver.Outcome outcome) {}

    /**
     * Those that are stuck.
     *
     * @param complete false if Redis did not answer, so that those without orders are missing
     */
    record StuckView(boolean complete, List<StuckOne> purchases) {}

    record StuckOne(String purchaseId, String offerId, String shopperId, StuckPurchase.Why why, Instant since) {

        static StuckOne of(StuckPurchase one) {
            return new StuckOne(
                    one.id().toString(), one.offer().toString(), one.shopper().toString(), one.why(), one.since());
        }
    }

    /**
     * A purchase.
     *
     * @param status where its order stands; absent while there is no order
     * @param stuck why it counts as stuck, if it does
     */
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    record CourseView(
            String purchaseId, @Nullable OrderStatus status, StuckPurchase.@Nullable Why stuck, List<StepView> steps) {

        static CourseView of(PurchaseHistory course) {
            return new CourseView(
                    course.id().toString(),
                    course.status().orElse(null),
                    course.stuck().map(StuckPurchase::why).orElse(null),
                    course.steps().stream().map(StepView::of).toList());
        }
    }

    /** A step of it; {@code at} and {@code who} are left out where nobody knows. */
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    record StepView(
            PurchaseStep.What what,
            PurchaseStep.State state,
            @Nullable Instant at,
            @Nullable String who,
            String detail) {

        static StepView of(PurchaseStep step) {
            return new StepView(
                    step.what(),
                    step.state(),
                    step.at().orElse(null),
                    step.who().orElse(null),
                    step.detail());
        }
    }
}
