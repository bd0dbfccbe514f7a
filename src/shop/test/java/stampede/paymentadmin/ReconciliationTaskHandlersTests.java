package stampede.paymentadmin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import stampede.StampedeTest;
import stampede.account.Accounts;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.alipaysandbox.LocalAlipay;
import stampede.alipaysandbox.LocalAlipayFault;
import stampede.history.RunSearch;
import stampede.history.TaskHistory;
import stampede.history.TaskNotDone;
import stampede.history.TaskResults;
import stampede.history.TaskRun;
import stampede.order.Order;
import stampede.order.OrderStatus;
import stampede.payment.PaidOrders;
import stampede.payment.PaymentChannel;
import stampede.payment.Payments;
import stampede.stock.ConcurrentCalls;
import stampede.task.TaskId;
import stampede.task.TaskState;
import stampede.task.admin.DeadTask;
import stampede.task.admin.DeadTasks;
import stampede.task.admin.TaskQueues;
import stampede.workflow.WorkflowState;
import stampede.workflow.WorkflowTree;
import stampede.workflow.Workflows;

/** Days compared with the bill in the background: once at a time, with questions to Alipay in between, tried again. */
@StampedeTest
class ReconciliationTaskHandlersTests {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final AtomicInteger DAYS =
            new AtomicInteger(ThreadLocalRandom.current().nextInt(1_000_000));

    private final LocalAlipay alipay = LocalAlipay.shared();
    private final LocalDate today = LocalDate.now(ZoneId.of("Asia/Shanghai"));

    /** Far enough ahead that nobody has a bill of it. */
    private final LocalDate unbilled = LocalDate.of(2150, 1, 1).plusDays(DAYS.getAndIncrement());

    @Autowired
    private PaymentAdmin desk;

    @Autowired
    private ReconciliationSender sender;

    @Autowired
    private ReconciliationTaskHandlers tasks;

    @Autowired
    private Payments payments;

    @Autowired
    private PaidOrders paidOrders;

    @Autowired
    private Accounts accounts;

    @Autowired
    private TaskResults results;

    @Autowired
    private TaskHistory history;

    @Autowired
    private TaskQueues queues;

    @Autowired
    private DeadTasks dead;

    @Autowired
    private Workflows workflows;

    private SignedIn operator;

    @BeforeEach
    void signIn() {
        operator = accounts.ensure("bill-operator", "a long enough password", Role.OPERATOR);
    }

    @Test
    void compareADayOnceForAllWhoAskForItAtOnce() {
        queues.pause("bills");
        var ids = new HashSet<TaskId>();
        try {
            var presses = new ArrayList<Callable<TaskId>>();
            for (var press = 0; press < 8; press++) {
                presses.add(() -> desk.reconcile(operator, unbilled));
                presses.add(() -> sender.send(unbilled, "beat"));
            }
            ids.addAll(ConcurrentCalls.run(presses.size(), presses));
        } finally {
            queues.resume("bills");
        }

        assertThat(ids).hasSize(1);
        await().atMost(PATIENCE).until(() -> runs(unbilled).stream().anyMatch(run -> run.state() == TaskState.FAILURE));
        assertThat(runs(unbilled)).hasSize(1);
    }

    @Test
    void takeTheDayUpAtOnceForAnOperatorWhileABillIsWaitedFor() {
        var waiting = sender.send(unbilled, "beat");
        await().atMost(PATIENCE).until(() -> isBeforeItsLastAttempt(waiting));

        var pressed = desk.reconcile(operator, unbilled);

        assertThat(pressed).isNotEqualTo(waiting);
        await().atMost(PATIENCE).until(() -> results.state(waiting) == TaskState.CANCELLED);
        assertThatThrownBy(() -> results.await(pressed, Integer.class, PATIENCE))
                .isInstanceOf(TaskNotDone.class)
                .hasMessageContaining("Alipay gives no bill of " + unbilled + " now");
        assertThat(results.state(pressed)).isEqualTo(TaskState.FAILURE);
    }

    @Test
    void askAboutWhatOnlyTheBillKnowsAndCompareAgain() {
        var silent = paidUnheard();

        var differ = results.await(desk.reconcile(operator, today), Integer.class, PATIENCE);

        assertThat(differ).hasValueSatisfying(lines -> assertThat(lines).isPositive());
        paidOrders.until(silent, OrderStatus.PAID);
        await().atMost(PATIENCE).until(() -> !differs(silent));
    }

    @Test
    void waitForAnOperatorWhenAlipayDoesNotAnswerAndGoOnAfterThat() {
        var silent = paidUnheard();
        var failed = new ArrayList<WorkflowTree>();

        alipay.during(LocalAlipayFault.error500().forOrder(silent.id().toString()), () -> {
            results.await(desk.reconcile(operator, today), Integer.class, PATIENCE);
            failed.add(await().atMost(PATIENCE)
                    .until(
                            this::questions,
                            found -> found.filter(tree -> tree.state() == WorkflowState.FAILURE)
                                    .isPresent())
                    .orElseThrow());
        });

        assertThat(differs(silent)).isTrue();
        var trade = alipay.trades(silent.id().toString()).get(0).tradeNo();
        var question = steps(failed.get(0).root()).stream()
                .filter(step ->
                        step.error().filter(error -> error.contains(trade)).isPresent())
                .findFirst()
                .orElseThrow();
        assertThat(question.error())
                .hasValueSatisfying(
                        error -> assertThat(error).contains("Alipay does not say how trade " + trade + " stands"));

        assertThat(dead.replay(death(question))).isTrue();

        paidOrders.until(silent, OrderStatus.PAID);
        await().atMost(PATIENCE).until(() -> !differs(silent));
        await().atMost(PATIENCE)
                .until(() -> workflows
                        .find(failed.get(0).id())
                        .filter(tree -> tree.state() == WorkflowState.SUCCESS)
                        .isPresent());
    }

    @Test
    void doNotAskAgainInTheComparisonThatEndsTheQuestions() {
        var silent = paidUnheard();

        tasks.compare(new CompareBill(today, "test", true));

        assertThat(differs(silent)).isTrue();
        assertThat(questions()).isEmpty();
    }

    /** That comes after five seconds of waiting. */
    private boolean isBeforeItsLastAttempt(TaskId id) {
        return history.find(id)
                .filter(run -> run.state() == TaskState.RETRY && run.attempts() == 4)
                .isPresent();
    }

    private long death(WorkflowTree.Step step) {
        return dead.of(step.id()).stream()
                .filter(death -> death.status() == DeadTask.Status.DEAD)
                .mapToLong(DeadTask::id)
                .findFirst()
                .orElseThrow();
    }

    /** An order of which every word about its payment was lost. No comparison of the day that had begun before it goes on. */
    private Order paidUnheard() {
        await().atMost(PATIENCE)
                .until(() -> runs(today).stream().allMatch(run -> run.state().isFinal()));
        var order = paidOrders.placed(paidOrders.open(1));
        alipay.during(LocalAlipayFault.drop().forOrder(order.id().toString()), () -> {
            payments.begin(order, PaymentChannel.PAGE);
            alipay.pay(payments.page(order));
        });
        return order;
    }

    private boolean differs(Order order) {
        return outcome().differences().stream()
                .anyMatch(line -> line.orderNo().equals(order.id().toString()));
    }

    private Optional<WorkflowTree> questions() {
        return workflows.find(outcome().questions());
    }

    private Reconciliation outcome() {
        return desk.reconciliation(today).orElseThrow();
    }

    private static List<WorkflowTree.Step> steps(WorkflowTree.Part part) {
        var steps = new ArrayList<>(part.step().stream().toList());
        part.parts().forEach(inner -> steps.addAll(steps(inner)));
        return steps;
    }

    private List<TaskRun> runs(LocalDate day) {
        var search = new RunSearch(
                Optional.of("payment.compare-bill"),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                100);
        return history.search(search).stream()
                .filter(run -> run.payload().contains(day.toString()))
                .toList();
    }
}
