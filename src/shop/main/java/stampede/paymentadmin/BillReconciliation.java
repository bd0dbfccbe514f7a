package stampede.paymentadmin;

import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.alipay.Alipay;
import stampede.alipay.BillAnswer;
import stampede.alipay.BillLine;
import stampede.paymentadmin.Reconciliation.Difference;
import stampede.paymentadmin.Reconciliation.Sums;
import stampede.paymentadmin.ReconciliationRepository.Booked;

/** Compares a day with Alipay's bill. Where the two differ, {@link ReconciliationTaskHandlers} asks, and then people decide. */
@Component
class BillReconciliation {

    /** Alipay's days begin and end by this clock. */
    static final ZoneId ZONE = ZoneId.of("Asia/Shanghai");

    /** Should the app's other users all be in the bill, then nobody reads every line. */
    private static final int MOST_KEPT = 1_000;

    private static final int AT_MOST_DAYS = 7;

    private static final Logger log = LoggerFactory.getLogger(BillReconciliation.class);

    private final Alipay alipay;
    private final ReconciliationRepository rows;
    private final Clock clock;
    private final TransactionTemplate transaction;

    BillReconciliation(
            Alipay alipay, ReconciliationRepository rows, Clock clock, PlatformTransactionManager transactions) {
        this.alipay = alipay;
        this.rows = rows;
        this.clock = clock;
        this.transaction = new TransactionTemplate(transactions);
    }

    /**
     * Compares and keeps the outcome, in the place of an earlier one. Outside of any transaction, because it talks to Alipay.
     *
     * @param alongside what else belongs into the transaction that keeps it
     * @throws AlipayUnavailable if the bill is not to be had now
     */
    Reconciliation compare(LocalDate day, String who, Consumer<Reconciliation> alongside) {
        var answer = alipay.bill(day);
        if (!(answer instanceof BillAnswer.Bill bill)) {
            throw new AlipayUnavailable("Alipay gives no bill of " + day + " now: " + answer);
        }
        var found = compareWithBill(day, who, bill.lines());
        transaction.executeWithoutResult(status -> {
            rows.save(found);
            alongside.accept(found);
        });
        tell(found);
        return found;
    }

    /** Those of the last days that were not compared after their end; a shop that never compared begins with yesterday. */
    Stream<LocalDate> open(LocalDate yesterday) {
        var aWeekAgo = yesterday.minusDays(AT_MOST_DAYS - 1);
        var from = rows.firstDay()
                .filter(yesterday::isAfter)
                .map(first -> first.isAfter(aWeekAgo) ? first : aWeekAgo)
                .orElse(yesterday);
        var runs = rows.runs(from);
        return from.datesUntil(yesterday.plusDays(1))
                .filter(day -> runs.getOrDefault(day, Instant.EPOCH).isBefore(endOf(day)));
    }

    static Instant endOf(LocalDate day) {
        return startOf(day.plusDays(1));
    }

    private static Instant startOf(LocalDate day) {
        return day.atStartOfDay(ZONE).toInstant();
    }

    private Reconciliation compareWithBill(LocalDate day, String who, List<BillLine> bill) {
        var from = startOf(day);
        var to = endOf(day);
        var paid = of(BillLine.Kind.PAYMENT, bill);
        var back = of(BillLine.Kind.REFUND, bill);
        var payments =
                new BillComparison(BillLine.Kind.PAYMENT, paid, rows.payments(from, to), rows.payments(keys(paid)));
        var refunds = new BillComparison(BillLine.Kind.REFUND, back, rows.refunds(from, to), rows.refunds(keys(back)));
        matchTheDayBefore(day, payments, refunds);
        var differences = new ArrayList<Difference>(payments.differences());
        differences.addAll(refunds.differences());
        return new Reconciliation(
                day,
                clock.instant(),
                who,
                new Sums(payments.billed(), payments.billedMoney(), refunds.billed(), refunds.billedMoney()),
                new Sums(payments.booked(), payments.bookedMoney(), refunds.booked(), refunds.bookedMoney()),
                differences.size(),
                differences.subList(0, Math.min(differences.size(), MOST_KEPT)));
    }

    /** Of what we heard of after midnight, only Alipay knows whether it was before. */
    private void matchTheDayBefore(LocalDate day, BillComparison payments, BillComparison refunds) {
        var midnight = startOf(day);
        var uncertain = new ArrayList<Booked>(payments.missing());
        uncertain.addAll(refunds.missing());
        if (uncertain.stream().anyMatch(booked -> booked.notBefore().isBefore(midnight))
                && alipay.bill(day.minusDays(1)) instanceof BillAnswer.Bill before) {
            payments.removeMatched(keys(of(BillLine.Kind.PAYMENT, before.lines())));
            refunds.removeMatched(keys(of(BillLine.Kind.REFUND, before.lines())));
        }
    }

    private static void tell(Reconciliation outcome) {
        if (outcome.found() == 0) {
            log.info(
                    "The bill of {} agrees: {} payments, {} refunds",
                    outcome.day(),
                    outcome.bill().payments(),
                    outcome.bill().refunds());
        } else {
            log.warn("The bill of {} differs in {} lines; see the console", outcome.day(), outcome.found());
        }
    }

    private static List<BillLine> of(BillLine.Kind kind, Collection<BillLine> bill) {
        return bill.stream().filter(line -> line.kind() == kind).toList();
    }

    private static Collection<String> keys(Collection<BillLine> lines) {
        return lines.stream().map(BillComparison::key).collect(Collectors.toSet());
    }
}
