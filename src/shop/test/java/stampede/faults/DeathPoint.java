package stampede.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where a {@link MortalShop} can be told to die. It dies the next time it comes there, as {@code kill -9} would end it. */
enum DeathPoint {
    /** Redis has kept the units; neither the shopper nor the broker knows. */
    AFTER_RESERVATION,
    /** The shopper may know; the message has not left. */
    BEFORE_PUBLISH,
    /** The broker has confirmed the message; Redis has not been told. */
    AFTER_PUBLISH,
    /** The orders are committed; Redis and the broker do not know. */
    AFTER_COMMIT,
    /** Redis knows of the orders; the broker will deliver their messages again. */
    BEFORE_ACK,
    /** Orders are closing; Alipay does not know. */
    AFTER_CLOSING,
    /** Alipay has closed the trades; the orders are not closed. */
    BEFORE_CLOSED,
    /** Alipay has paid back; that is not written down. */
    AFTER_REFUND,
    /** A sale is noted as settled; that is not committed. */
    BEFORE_SETTLED,
    /** A sale is settled; Redis still has it. */
    AFTER_SETTLED;

    private static final int KILLED = 137;

    /** Tells the shop with this directory to die here. */
    void arm(Path directory) {
        try {
            Files.createFile(order(directory));
        } catch (FileAlreadyExistsException armed) {
            // It dies once.
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Takes the order back; answers whether it was still to be carried out. */
    boolean disarm(Path directory) {
        try {
            return Files.deleteIfExists(order(directory));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** The shop has come here. No hook runs and nothing is flushed. */
    void reached(Path directory) {
        if (disarm(directory)) {
            Runtime.getRuntime().halt(KILLED);
        }
    }

    private Path order(Path directory) {
        return directory.resolve("die-" + name());
    }
}
