package stampede.stock;

import java.util.List;

/**
 * The counter's books of one offer, as they are at one moment.
 *
 * @param view as pages see it
 * @param left units that nobody has; below zero after the database sold units that Redis had lost
 * @param findings what does not agree, each the name of the rule, a blank and a sentence; empty if all is well
 * @param kept every reservation
 */
public record CounterCheck(StockView view, int left, List<String> findings, List<KeptUnits> kept) {}
