package stampede.load;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Clock;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.springframework.amqp.core.AmqpAdmin;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;
import stampede.Stampede;
import stampede.account.AccountId;
import stampede.books.BooksCheck;
import stampede.catalog.OfferId;
import stampede.catalog.OfferPublishing;
import stampede.catalog.SaleWindow;
import stampede.compensation.Compensation;
import stampede.compensation.CompensationKind;
import stampede.compensation.CompensationOutcome;
import stampede.counter.CounterInspection;
import stampede.counter.ReleaseUnits;
import stampede.counter.ReserveAnswer;
import stampede.counter.ReserveRequest;
import stampede.counter.StockCounter;
import stampede.counter.StockView;
import stampede.ids.Ids;
import stampede.money.Money;
import stampede.order.OrderDetail;
import stampede.order.PlaceOrder;
import stampede.order.PlaceOrderMessages;
import stampede.stock.Reservation;
import stampede.stock.ReservationId;
import stampede.task.Delivery;
import stampede.task.TaskId;
import stampede.task.Tasks;
import stampede.task.admin.RetryTimes;
import stampede.task.admin.TaskQueues;
import stampede.task.admin.TaskRetries;

/**
 * One round of {@code scripts/bench worker}: how fast one worker process writes orders from a full queue. It is a web node of its
 * own, which reserves in Redis and publishes while the queue is paused, as the shop does, and has nobody look for orders that wait
 * long. Writes lines "name figure"; ends with an exception if an order is missing or the books do not agree.
 */
final class WorkerBench {

    private static final String QUEUE = "orders";
    private static final int MANY = 1_000_000;
    private static final int IN_A_MESSAGE = 100;
    private static final int FILLERS = 32;
    private static final int LINES = 60_000;
    private static final int LINES_AT_ONCE = 6_000;
    private static final Duration IDLE = Duration.ofSeconds(10);
    private static final int FAILURES_A_MINUTE = 10_000;
    private static final String FAILING = "stock.release";
    private static final Duration WAIT = Duration.ofSeconds(10);
    private static final OrderDetail DETAIL = new OrderDetail(100, "Stress Road 8, Hangzhou");
    private static final AccountId SELLER = new AccountId(1);

    private final ConfigurableApplicationContext web;
    private final List<ProcessorUse.Watched> watched;
    private final PrintStream figures;
    private final StockCounter stock;
    private final JdbcClient jdbc;

    private WorkerBench(ConfigurableApplicationContext web, List<ProcessorUse.Watched> watched, PrintStream figures) {
        this.web = web;
        this.watched = watched;
        this.figures = figures;
        this.stock = web.getBean(StockCounter.class);
        this.jdbc = web.getBean(JdbcClient.class);
    }

    /** Arguments: how many orders, processes as name=pid, and at last the file for figures. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        var watched = Stream.of(arguments)
                .limit(arguments.length - 1)
                .skip(1)
                .map(ProcessorUse.Watched::parse)
                .toList();
        var logs = Files.createTempDirectory("compensations");
        try (var web = new SpringApplicationBuilder(Stampede.class)
                        .run(
                                "--stampede.roles=web",
                                "--stampede.compensation.directory=" + logs,
                                "--server.port=0",
                                "--spring.profiles.active=demo",
                                "--stampede.stock.first-check=1h");
                var figures = new PrintStream(arguments[arguments.length - 1], StandardCharsets.UTF_8)) {
            var bench = new WorkerBench(web, watched, figures);
            bench.writeCompensations();
            bench.awaitAgreement(bench.drain("one", 1, Integer.parseInt(arguments[0])));
            bench.awaitAgreement(bench.drain("ten", 10, Integer.parseInt(arguments[0])));
            bench.drainBesideFailures(Integer.parseInt(arguments[0]));
        }
    }

    private List<OfferId> drain(String name, int offerCount, int orders) throws IOException, InterruptedException {
        var queues = web.getBean(TaskQueues.class);
        var offers = Stream.generate(this::publish).limit(offerCount).toList();
        var inspection = web.getBean(CounterInspection.class);
        await(
                "the offers sell",
                Duration.ofMinutes(1),
                () -> inspection.views(offers).values().stream().allMatch(view -> view.gate() == StockView.Gate.OPEN));
        queues.pause(QUEUE);
        await("the worker takes nothing", Duration.ofMinutes(1), () -> consumers() == 0);
        fill(offers, orders);
        if (taken(offers) > 0) {
            throw new IllegalStateException("Orders were placed although the queue is paused");
        }
        var before = ProcessorUse.cpuMicros(watched);
        queues.resume(QUEUE);
        await("all orders are placed", Duration.ofMinutes(3), () -> taken(offers) == orders);
        ProcessorUse.since(before, orders)
                .forEach((process, micros) -> figures.printf("%s.cpu.%s %.0f%n", name, process, micros));
        figures.printf("%s %.0f%n", name, orders * 1000.0 / Math.max(1, spanMs(offers)));
        figures.flush();
        return offers;
    }

    private void awaitAgreement(List<OfferId> offers) throws InterruptedException {
        var books = web.getBean(BooksCheck.class);
        for (var offer : offers) {
            await(
                    "the books agree",
                    Duration.ofSeconds(30),
                    () -> books.check(offer).agree());
        }
    }

    /**
     * The same as of one offer, while ten thousand tasks a minute fail, each until it is given up; from when the first was, so that all
     * tries of a task are there at once.
     */
    private void drainBesideFailures(int orders) throws IOException, InterruptedException {
        var retries = web.getBean(TaskRetries.class);
        var version = retries.find(FAILING).orElseThrow().version();
        if (!retries.set(FAILING, new RetryTimes(Collections.nCopies(5, WAIT), 0, 0, WAIT), version)) {
            throw new IllegalStateException("Somebody else has set when " + FAILING + " is tried again");
        }
        var sinceMs = web.getBean(Clock.class).millis();
        var sent = new AtomicLong();
        List<OfferId> offers;
        var pace = Executors.newSingleThreadScheduledExecutor();
        try {
            var failures = pace.scheduleAtFixedRate(
                    () -> sendFailing(sent), 0, 60_000_000L / FAILURES_A_MINUTE, TimeUnit.MICROSECONDS);
            await("the first is given up", Duration.ofMinutes(2), () -> dead(sinceMs) > 0);
            offers = drain("failing", 1, orders);
            failures.cancel(false);
        } finally {
            pace.shutdown();
        }
        if (!pace.awaitTermination(1, TimeUnit.MINUTES)) {
            throw new IllegalStateException("The tasks that fail are not sent");
        }
        await("what fails is given up", Duration.ofMinutes(5), () -> dead(sinceMs) == sent.get());
        awaitAgreement(offers);
        figures.printf("failing.lines %.1f%n", lines(sinceMs) / (double) sent.get());
    }

    /**
     * What a line of the compensation log costs, in table and file: the process that writes it, which is this one, and the database. Of a
     * failed try, as a worker's observer writes it; less what they use by themselves. The first ones warm the compiler up.
     */
    private void writeCompensations() throws IOException, InterruptedException {
        var all = new ArrayList<>(watched);
        all.add(new ProcessorUse.Watched("writer", ProcessHandle.current().pid()));
        var order = web.getBean(Ids.class).next();
        for (int warm = 0; warm < 3; warm++) {
            order = write(order);
        }
        var idle = ProcessorUse.cpuMicros(all);
        Thread.sleep(IDLE.toMillis());
        var before = ProcessorUse.cpuMicros(all);
        var begun = System.nanoTime();
        write(order);
        var idles = (System.nanoTime() - begun) / (double) IDLE.toNanos();
        ProcessorUse.since(before, LINES).forEach((process, micros) -> {
            var byItself = idle.keySet().stream()
                    .filter(one -> one.name().equals(process))
                    .mapToDouble(one -> (before.getOrDefault(one, 0L) - idle.getOrDefault(one, 0L)) * idles / LINES)
                    .sum();
            figures.printf("line.cpu.%s %.1f%n", process, micros - byItself);
        });
        figures.flush();
    }

    /** Answers the next order's number. */
    private long write(long first) throws InterruptedException {
        var order = first;
        for (int written = 0; written < LINES; written += LINES_AT_ONCE) {
            for (int line = 0; line < LINES_AT_ONCE; line++) {
                web.publishEvent(failedTry(order++));
            }
            var last = order - 1;
            await(
                    "the lines are there",
                    Duration.ofMinutes(1),
                    () -> count("select count(*) from compensation where order_id = :number", last) == 1);
        }
        return order;
    }

    private static Compensation failedTry(long order) {
        return Compensation.of(CompensationKind.RETRY, CompensationOutcome.RETRYING, "worker")
                .order(order)
                .task(FAILING, Long.toString(order), 1)
                .cause("IllegalArgumentException: Not a number: none")
                .wait(WAIT)
                .build();
    }

    private void sendFailing(AtomicLong sent) {
        var task = new ReleaseUnits(List.of(new ReleaseUnits.Kept("none", "none")));
        if (web.getBean(Tasks.class).publish(task).join() == Delivery.CONFIRMED) {
            sent.incrementAndGet();
        }
    }

    private long dead(long sinceMs) {
        return count(
                "select coalesce(sum(times), 0) from task_dead where name = '%s' and died_ms >= :number"
                        .formatted(FAILING),
                sinceMs);
    }

    /** Of the log of what was repaired. */
    private long lines(long sinceMs) {
        return count(
                "select count(*) from compensation where task = '%s' and at_ms >= :number".formatted(FAILING), sinceMs);
    }

    private long count(String query, long number) {
        return jdbc.sql(query).param("number", number).query(Long.class).single();
    }

    private int consumers() {
        return Objects.requireNonNull(web.getBean(AmqpAdmin.class).getQueueInfo("stampede." + QUEUE))
                .getConsumerCount();
    }

    private OfferId publish() {
        var publishing = web.getBean(OfferPublishing.class);
        var minute = web.getBean(Clock.class).instant().truncatedTo(ChronoUnit.MINUTES);
        var slot = publishing.slot(new SaleWindow(minute, minute.plus(Duration.ofHours(1))));
        var product = publishing.addProduct(
                new OfferPublishing.NewProduct(SELLER, "Bench", "", "/pictures/quick-offer.svg", DETAIL.unitPrice()));
        return publishing.publish(new OfferPublishing.NewOffer(product, slot, new Money(100), MANY, 1));
    }

    private void fill(List<OfferId> offers, int orders) {
        var threads = Executors.newFixedThreadPool(FILLERS);
        try {
            IntStream.iterate(0, first -> first < orders, first -> first + IN_A_MESSAGE)
                    .mapToObj(first -> CompletableFuture.runAsync(
                            () -> publish(offers, first, Math.min(orders, first + IN_A_MESSAGE)), threads))
                    .toList()
                    .forEach(CompletableFuture::join);
        } finally {
            threads.shutdown();
        }
    }

    private void publish(List<OfferId> offers, int first, int last) {
        var payloads = new LinkedHashMap<TaskId, PlaceOrder>();
        for (var reservation : reserve(offers, IntStream.range(first, last))) {
            payloads.put(
                    new TaskId(reservation.id().toString()),
                    web.getBean(PlaceOrderMessages.class).of(reservation, DETAIL));
        }
        if (web.getBean(Tasks.class).publishTogether(payloads).join() != Delivery.CONFIRMED) {
            throw new IllegalStateException("RabbitMQ did not take all messages");
        }
    }

    private List<Reservation> reserve(List<OfferId> offers, IntStream shoppers) {
        var reservations = new ArrayList<Reservation>();
        for (var shopper : shoppers.toArray()) {
            var offer = offers.get(shopper % offers.size());
            var request = new ReserveRequest(
                    new ReservationId(web.getBean(Ids.class).next()),
                    offer,
                    new AccountId(9_000_000_000L + shopper),
                    1,
                    "bench" + shopper,
                    DETAIL.text());
            if (!(stock.reserve(request) instanceof ReserveAnswer.Reserved kept)) {
                throw new IllegalStateException("A unit was not kept");
            }
            reservations.add(new Reservation(request.id(), offer, request.shopper(), 1, kept.reservedAt()));
        }
        return reservations;
    }

    /** Asked often, so it counts no rows. */
    private long taken(List<OfferId> offers) {
        return number("select sum(total - available) from stock_balance where offer_id in (:offers)", offers);
    }

    /** From the first order placed to the last. */
    private long spanMs(List<OfferId> offers) {
        return number("select max(placed_at_ms) - min(placed_at_ms) from orders where offer_id in (:offers)", offers);
    }

    private long number(String query, List<OfferId> offers) {
        return jdbc.sql(query)
                .param("offers", offers.stream().map(OfferId::value).toList())
                .query(Long.class)
                .single();
    }

    private static void await(String what, Duration most, BooleanSupplier done) throws InterruptedException {
        var until = System.nanoTime() + most.toNanos();
        while (!done.getAsBoolean()) {
            if (System.nanoTime() > until) {
                throw new IllegalStateException("After " + most + " it is not so that " + what);
            }
            Thread.sleep(100);
        }
    }
}
