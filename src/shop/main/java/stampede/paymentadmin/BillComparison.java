package stampede.paymentadmin;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import stampede.alipay.BillLine;
import stampede.money.Money;
import stampede.paymentadmin.Reconciliation.Difference;
import stampede.paymentadmin.Reconciliation.Difference.Kind;
import stampede.paymentadmin.ReconciliationRepository.Booked;

/**
 * Compares one side of a bill, money in or money back, with our books, line by line. A line is looked for among all
 * payments, not only those of its day, so that midnight makes no differences.
 */
final class BillComparison {

    private final Map<String, BillLine> bill = new LinkedHashMap<>();
    private final Map<String, Booked> ours = new LinkedHashMap<>();
    private final Set<String> missing = new HashSet<>();
    private final BillLine.Kind kind;

    /**
     * @param expected what we have of the day
     * @param known what we have of the lines in the bill, whatever its day
     */
    BillComparison(
            BillLine.Kind kind, Collection<BillLine> lines, Collection<Booked> expected, Collection<Booked> known) {
        this.kind = kind;
        lines.forEach(line -> bill.merge(key(line), line, BillComparison::add));
        expected.forEach(booked -> ours.put(booked.key(), booked));
        known.forEach(booked -> ours.put(booked.key(), booked));
        missing.addAll(ours.keySet());
        missing.removeAll(bill.keySet());
    }

    static String key(BillLine line) {
        return line.kind() == BillLine.Kind.PAYMENT ? line.tradeNo() : line.requestNo();
    }

    /** What we have of the day and the bill has not. */
    List<Booked> missing() {
        return ours.values().stream()
                .filter(booked -> missing.contains(booked.key()))
                .toList();
    }

    /** These are in the bill of another day. */
    void removeMatched(Collection<String> keys) {
        missing.removeAll(keys);
        ours.keySet().removeAll(keys);
    }

    List<Difference> differences() {
        var differences = new ArrayList<Difference>();
        bill.forEach((key, line) ->
                difference(line, Optional.ofNullable(ours.get(key))).ifPresent(differences::add));
        missing().stream().map(this::onlyHere).forEach(differences::add);
        return differences;
    }

    int billed() {
        return bill.size();
    }

    Money billedMoney() {
        return sum(bill.values().stream().map(BillLine::amount).toList());
    }

    int booked() {
        return (int) ours.values().stream().filter(Booked::moved).count();
    }

    Money bookedMoney() {
        return sum(
                ours.values().stream().filter(Booked::moved).map(Booked::amount).toList());
    }

    private Optional<Difference> difference(BillLine line, Optional<Booked> booked) {
        if (booked.filter(Booked::moved).isEmpty()) {
            return Optional.of(difference(either(Kind.PAYMENT_ONLY_IN_BILL, Kind.REFUND_ONLY_IN_BILL), line, booked));
        }
        return booked.filter(ours -> !ours.amount().equals(line.amount()))
                .map(ours -> difference(either(Kind.PAYMENT_AMOUNT, Kind.REFUND_AMOUNT), line, booked));
    }

    private Difference difference(Kind found, BillLine line, Optional<Booked> booked) {
        return new Difference(
                found,
                line.tradeNo(),
                kind == BillLine.Kind.PAYMENT ? line.outTradeNo() : line.requestNo(),
                Optional.of(line.amount()),
                booked.map(Booked::amount),
                booked.map(Booked::state).orElse(""));
    }

    private Difference onlyHere(Booked booked) {
        return new Difference(
                either(Kind.PAYMENT_ONLY_HERE, Kind.REFUND_ONLY_HERE),
                booked.tradeNo(),
                booked.orderNo(),
                Optional.empty(),
                Optional.of(booked.amount()),
                booked.state());
    }

    private Kind either(Kind payment, Kind refund) {
        return kind == BillLine.Kind.PAYMENT ? payment : refund;
    }

    /** Should a bill have two lines of one number, then what moved is their sum. */
    private static BillLine add(BillLine one, BillLine other) {
        return new BillLine(
                one.tradeNo(),
                one.outTradeNo(),
                one.kind(),
                one.requestNo(),
                one.amount().plus(other.amount()));
    }

    private static Money sum(Collection<Money> amounts) {
        return new Money(amounts.stream().mapToLong(Money::fen).sum());
    }
}
