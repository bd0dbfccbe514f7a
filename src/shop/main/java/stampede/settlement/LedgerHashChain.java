package stampede.settlement;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import stampede.catalog.OfferId;

/**
 * The hash chain over an offer's movements: made when a sale is closed out, and followed again whenever somebody looks. It is
 * compared link by link, so that the very row is named which was changed, deleted or inserted. In the caller's snapshot.
 */
@Component
class LedgerHashChain {

    /** A return that was under way as the sale was closed out can have an older number than the last line. */
    private static final Duration UNDER_WAY = Duration.ofMinutes(1);

    private static final int MOST_NAMED = 20;
    private static final int TOGETHER = 2_000;

    private final LedgerMovementRepository movements;
    private final SettlementRepository rows;

    LedgerHashChain(LedgerMovementRepository movements, SettlementRepository rows) {
        this.movements = movements;
        this.rows = rows;
    }

    /** Writes a link for each movement. */
    End write(OfferId offer) {
        var writing = new Writing(offer);
        movements.forEach(offer, writing::add);
        writing.flush();
        return new End(writing.number, writing.sum, writing.link);
    }

    /** What was done to the ledger since; at most some of it is named. */
    List<LedgerHashFault> faults(Settlement settlement) {
        var reading = new Reading(settlement);
        movements.forEach(settlement.offer(), reading::follow);
        reading.end();
        return reading.faults.stream().limit(MOST_NAMED).toList();
    }

    /** What the chain ends with: how many links it has, what the movements add up to, the last link. */
    @SuppressWarnings("ArrayRecordComponent")
    record End(int lines, int sum, byte[] head) {}

    private final class Writing {

        private final OfferId offer;
        private final List<SettlementRepository.Line> waiting = new ArrayList<>();
        private byte[] link;
        private int number;
        private int sum;

        Writing(OfferId offer) {
            this.offer = offer;
            this.link = LedgerMovement.beginning(offer.value());
        }

        void add(LedgerMovement movement) {
            number++;
            sum += movement.delta();
            link = movement.linkAfter(link);
            waiting.add(new SettlementRepository.Line(number, movement.id(), link));
            if (waiting.size() == TOGETHER) {
                flush();
            }
        }

        void flush() {
            rows.addLines(offer, waiting);
            waiting.clear();
        }
    }

    private final class Reading {

        private final Settlement settlement;
        private final List<LedgerHashFault> faults = new ArrayList<>();
        private final Queue<SettlementRepository.Line> lines = new ArrayDeque<>();
        private byte[] before;
        private int number;

        Reading(Settlement settlement) {
            this.settlement = settlement;
            this.before = LedgerMovement.beginning(settlement.offer().value());
        }

        void follow(LedgerMovement movement) {
            var line = next();
            while (line != null && line.movement() < movement.id()) {
                add(LedgerHashFault.What.DELETED, line.movement());
                pass(line);
                line = next();
            }
            if (line == null || line.movement() != movement.id()) {
                if (!isLater(movement)) {
                    add(LedgerHashFault.What.INSERTED, movement.id());
                }
                return;
            }
            if (!Arrays.equals(movement.linkAfter(before), line.link())) {
                add(LedgerHashFault.What.CHANGED, movement.id());
            }
            pass(line);
        }

        void end() {
            for (var line = next(); line != null; line = next()) {
                add(LedgerHashFault.What.DELETED, line.movement());
                pass(line);
            }
            if (number != settlement.lines() || !Arrays.equals(before, settlement.headBytes())) {
                add(LedgerHashFault.What.CHAIN_CHANGED, 0);
            }
        }

        /** After a settlement units may come back or be added, but never be taken. */
        private boolean isLater(LedgerMovement movement) {
            return (movement.kind().equals("RETURN") || movement.kind().equals("ADJUST"))
                    && movement.atMs() >= settlement.at().minus(UNDER_WAY).toEpochMilli();
        }

        private SettlementRepository.@Nullable Line next() {
            if (lines.isEmpty()) {
                lines.addAll(rows.lines(settlement.offer(), number));
            }
            return lines.peek();
        }

        private void pass(SettlementRepository.Line line) {
            lines.remove();
            number = line.number();
            before = line.link();
        }

        private void add(LedgerHashFault.What what, long movement) {
            if (faults.size() < MOST_NAMED) {
                faults.add(new LedgerHashFault(what, movement));
            }
        }
    }
}
