package stampede.counter;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import stampede.account.AccountId;
import stampede.catalog.OfferId;
import stampede.stock.Reservation;
import stampede.stock.ReservationId;

/** Reads what the scripts write and answer. */
final class CounterRecords {

    /** What is seen of an offer that Redis does not know. */
    static final StockView UNKNOWN = new StockView(StockView.Gate.COLD, 0, 0, 0);

    private static final Pattern RECORD = Pattern.compile("[PC]\\|\\d+\\|\\d+\\|\\d+(\\|.*)?", Pattern.DOTALL);

    private CounterRecords() {}

    /** Whether this is the record of a reservation as the scripts write it. */
    static boolean isRecord(String text) {
        return RECORD.matcher(text).matches();
    }

    /** Whether this is the record of a reserved one. */
    static boolean isReserved(String record) {
        return record.startsWith("P|") && isRecord(record);
    }

    /** Under which name the idempotency key of a reserved one is kept. */
    static String keyOf(String record) {
        var parts = record.split("\\|", 6);
        return parts[1] + ":" + (parts.length > 4 ? parts[4] : "");
    }

    /** Two texts for each request, see {@code reserve.lua}. */
    static List<ReserveAnswer> answers(List<String> texts) {
        var answers = new ArrayList<ReserveAnswer>(texts.size() / 2);
        for (int i = 0; i < texts.size(); i += 2) {
            answers.add(answer(texts.get(i), texts.get(i + 1)));
        }
        return answers;
    }

    private static ReserveAnswer answer(String name, String value) {
        return switch (name) {
            case "KEPT" -> new ReserveAnswer.Reserved(Instant.ofEpochMilli(Long.parseLong(value)));
            case "EXISTING" -> new ReserveAnswer.Existing(ReservationId.of(value));
            default -> new ReserveAnswer.Not(ReserveAnswer.Why.valueOf(name));
        };
    }

    /** How one reservation stands, see {@code reservation-states.lua}. */
    static CounterReservationState state(String text) {
        var parts = text.split("\\|", 3);
        return switch (parts[0]) {
            case "WAITING" -> new CounterReservationState.Reserved(AccountId.of(parts[1]), place(parts[2]));
            case "TAKEN" -> new CounterReservationState.Settled(AccountId.of(parts[1]));
            case "GONE" -> new CounterReservationState.Gone();
            case "COLD", "SPOILED" -> new CounterReservationState.Cold();
            default -> throw new IllegalStateException("No state: " + text);
        };
    }

    private static Optional<Integer> place(String text) {
        return text.isEmpty() ? Optional.empty() : Optional.of(Integer.valueOf(text));
    }

    /** The record of a reserved one. Its last part may contain anything. */
    static DetailedReservation reserved(OfferId offer, String reservation, String record) {
        var parts = record.split("\\|", 6);
        return new DetailedReservation(reservation(offer, reservation, parts), parts[4], parts[5]);
    }

    /** What a reservation's record, its place in line and the list of the released say together. */
    static CounterTrace trace(
            OfferId offer,
            ReservationId reservation,
            boolean warm,
            String record,
            Optional<Double> nextCheckMs,
            boolean released) {
        var name = reservation.toString();
        return new CounterTrace(
                offer,
                warm,
                isRecord(record) ? Optional.of(kept(offer, name, record)) : Optional.empty(),
                isReserved(record) ? Optional.of(reserved(offer, name, record)) : Optional.empty(),
                nextCheckMs.map(ms -> Instant.ofEpochMilli(ms.longValue())),
                released);
    }

    /** The record of any reservation. */
    static CounterReservation kept(OfferId offer, String reservation, String record) {
        var parts = record.split("\\|", 6);
        return new CounterReservation(reservation(offer, reservation, parts), parts[0].equals("C"));
    }

    private static Reservation reservation(OfferId offer, String reservation, String[] parts) {
        return new Reservation(
                ReservationId.of(reservation),
                offer,
                AccountId.of(parts[1]),
                Integer.parseInt(parts[2]),
                Instant.ofEpochMilli(Long.parseLong(parts[3])));
    }
}
