package stampede.desk;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import stampede.account.Duty;

/**
 * The pages of the console's menu, in order: only those that there are. Their messages are {@code desk.page.NAME} and, what a page is
 * for, {@code desk.page.NAME.text}; the runbook has a paragraph {@code Page: NAME} about each.
 */
public enum DeskPage {
    TONIGHT(DeskGroup.SALE, "/console"),
    LIVE(DeskGroup.SALE, "/console/live"),
    SLOTS(DeskGroup.SALE, "/console/slots"),
    OFFERS(DeskGroup.SALE, "/console/offers"),
    PAUSE_REQUESTS(DeskGroup.SALE, "/console/offers/pause-requests"),
    PRODUCTS(DeskGroup.SALE, "/console/products"),
    CATEGORIES(DeskGroup.SALE, "/console/categories"),
    COUPONS(DeskGroup.SALE, "/console/coupons"),
    ORDERS(DeskGroup.SALE, "/console/orders"),
    PURCHASES(DeskGroup.SALE, "/console/purchases"),
    REHEARSALS(DeskGroup.SALE, "/console/rehearsals"),
    IMPORTS(DeskGroup.SALE, Duty.RUN, "/console/imports", "/console/imports"),
    PAYMENTS(DeskGroup.MONEY, "/console/payments"),
    REFUNDS(DeskGroup.MONEY, "/console/payments/refunds"),
    NOTIFICATIONS(DeskGroup.MONEY, "/console/payments/notifications"),
    BILLS(DeskGroup.MONEY, "/console/payments/days"),
    BOOKS(DeskGroup.BOOKS, "/console/books"),
    SETTLEMENTS(DeskGroup.BOOKS, "/console/settlements"),
    TASKS(DeskGroup.TASKS, "/console/tasks"),
    DEAD_TASKS(DeskGroup.TASKS, "/console/tasks/dead"),
    QUEUES(DeskGroup.TASKS, "/console/tasks/queues"),
    WORKERS(DeskGroup.TASKS, "/console/tasks/workers"),
    SCHEDULES(DeskGroup.TASKS, "/console/tasks/schedules"),
    WORKFLOWS(DeskGroup.TASKS, "/console/tasks/workflows", "/console/tasks/workflow"),
    KNOWN_TASKS(DeskGroup.TASKS, "/console/tasks/known"),
    WAITING(DeskGroup.TASKS, "/console/tasks/waiting"),
    UNIQUE_KEYS(DeskGroup.TASKS, "/console/tasks/unique-keys"),
    ARCHIVE(DeskGroup.RECOVERY, "/console/archive"),
    COMPENSATIONS(DeskGroup.RECOVERY, "/console/compensations"),
    RETRIES(DeskGroup.RECOVERY, "/console/retries"),
    ALERTS(DeskGroup.WATCHING, "/console/alerts"),
    SILENCES(DeskGroup.WATCHING, "/console/alerts/silences"),
    SALE_REPORTS(DeskGroup.WATCHING, "/console/reports/sales", "/console/reports/slots"),
    WEEK_REPORTS(DeskGroup.WATCHING, "/console/reports/weeks"),
    ACCOUNTS(DeskGroup.SHOP, Duty.ADMIN, "/console/accounts", "/console/accounts"),
    SETTINGS(DeskGroup.SHOP, Duty.ADMIN, "/console/settings", "/console/settings"),
    CHANNELS(DeskGroup.SHOP, Duty.ADMIN, "/console/channels", "/console/channels"),
    DELIVERIES(DeskGroup.SHOP, "/console/channels/deliveries"),
    AUDIT(DeskGroup.SHOP, "/console/audit"),
    HELP(DeskGroup.SHOP, "/console/help");

    private final DeskGroup group;
    private final Duty duty;
    private final String path;
    private final String below;

    DeskPage(DeskGroup group, String path) {
        this(group, path, path);
    }

    DeskPage(DeskGroup group, String path, String below) {
        this(group, Duty.SEE, path, below);
    }

    /**
     * @param duty without which it is neither shown nor in the menu
     * @param below where pages are that belong to it but not to its address
     */
    DeskPage(DeskGroup group, Duty duty, String path, String below) {
        this.group = group;
        this.duty = duty;
        this.path = path;
        this.below = below;
    }

    public DeskGroup group() {
        return group;
    }

    public Duty duty() {
        return duty;
    }

    public String path() {
        return path;
    }

    /** The anchor of the paragraph about it in the runbook. */
    public String help() {
        return "page-" + name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The page that an address is or belongs to: the one that has most of it. */
    static Optional<DeskPage> of(String address) {
        return Arrays.stream(values())
                .filter(page -> page.paths().anyMatch(path -> address.equals(path) || address.startsWith(path + "/")))
                .max(Comparator.comparingInt(page -> page.paths()
                        .filter(path -> address.equals(path) || address.startsWith(path + "/"))
                        .mapToInt(String::length)
                        .max()
                        .orElse(0)));
    }

    private Stream<String> paths() {
        return Stream.of(path, below).distinct();
    }
}
