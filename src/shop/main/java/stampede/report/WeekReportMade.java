package stampede.report;

/**
 * The report of a week was made and is kept; told once, to whoever passes it on.
 *
 * @param report what it says
 */
public record WeekReportMade(WeekReport report) {}
