package stampede.load;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** What has to hold after the rush, line by line, and whether all of it does. */
final class StressVerdict {

    private static final List<String> RULES = List.of(
            "D1", "D2", "D3", "D4", "D5", "D6", "D7", "D8", "R1", "R2", "R3", "R4", "R5", "R6", "Q1", "Q2", "Q3", "Q4",
            "Q5", "Q6");

    private final List<Line> lines = new ArrayList<>();

    StressVerdict check(String promise, boolean kept, String detail) {
        lines.add(new Line(promise, kept, detail));
        return this;
    }

    /** Adds what the shop's own books say; a check that is missing counts as broken. */
    StressVerdict checkBooks(JsonNode books) {
        for (var name : RULES) {
            var found = find(books, name);
            check(name, found.path("ok").asBoolean(false), said(found));
        }
        return this;
    }

    static boolean agrees(JsonNode books) {
        return books.path("ok").asBoolean(false);
    }

    boolean holds() {
        return lines.stream().allMatch(Line::kept);
    }

    void print(PrintStream out) {
        lines.forEach(
                line -> out.printf("  %-4s %-28s %s%n", line.kept() ? "ok" : "NO", line.promise(), line.detail()));
        out.println(holds() ? "Everything holds." : "NOT everything holds.");
    }

    /** What deviates; or, if nothing does, what the rule demands. */
    private static String said(JsonNode check) {
        var deviation = check.path("detail").asString("");
        return deviation.isEmpty() ? check.path("says").asString("was not checked") : deviation;
    }

    private static JsonNode find(JsonNode books, String name) {
        for (var check : books.path("checks")) {
            if (check.path("name").asString("").equals(name)) {
                return check;
            }
        }
        return ShopApi.JSON.missingNode();
    }

    private record Line(String promise, boolean kept, String detail) {}
}
