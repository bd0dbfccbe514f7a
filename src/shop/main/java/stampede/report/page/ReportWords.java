package stampede.report.page;

import java.text.NumberFormat;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.context.MessageSource;
import org.springframework.stereotype.Component;
import stampede.money.Money;
import stampede.report.SaleReport;
import stampede.report.WeekReport;
import stampede.site.ShopTimes;

/** Reports in one sentence, and times in words; {@code words} in templates. */
@Component
public class ReportWords {

    private static final DateTimeFormatter MOMENT = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm");
    private static final long SECONDS_UNTIL = 120_000;
    private static final long MINUTES_UNTIL = 7_200_000;

    private final MessageSource messages;
    private final ShopTimes times;

    ReportWords(MessageSource messages, ShopTimes times) {
        this.messages = messages;
        this.times = times;
    }

    /** What became of a sale. */
    public String sentence(SaleReport report, Locale locale) {
        var parts = new ArrayList<String>();
        var units = report.units();
        var lastUnit = report.sellThrough().lastUnitMillis();
        parts.add(
                lastUnit == null
                        ? say("report.said.some", locale, units.held(), units.total(), report.shoppers(), units.left())
                        : say(
                                "report.said.all",
                                locale,
                                units.held(),
                                units.total(),
                                time(lastUnit, locale),
                                report.shoppers()));
        parts.add(say(
                "report.said.presses",
                locale,
                report.step(SaleReport.Step.PRESSES),
                report.step(SaleReport.Step.ACCEPTED)));
        if (report.lost("UNPAID") > 0) {
            parts.add(say("report.said.unpaid", locale, report.lost("UNPAID"), units.returned()));
        }
        if (!report.trust().isComplete()) {
            parts.add(missing(report, locale));
        }
        parts.add(say(units.balance() ? "report.said.balance" : "report.said.unbalanced", locale));
        return say("report.said.end", locale, String.join(say("report.said.and", locale), parts));
    }

    /** From when to when statistics are missing. */
    public String missing(SaleReport report, Locale locale) {
        var missing = report.trust().missing();
        var first = missing.get(0).from();
        var last = missing.get(missing.size() - 1).until();
        return say("report.said.missing", locale, moment(first), moment(last));
    }

    /** What became of a sale that ended in a week. */
    public String sentence(WeekReport.WeekSale sale, Locale locale) {
        var lastUnit = sale.lastUnitMillis();
        return lastUnit == null
                ? say("report.week.sale.some", locale, sale.sold(), sale.total())
                : say("report.week.sale.all", locale, sale.sold(), sale.total(), time(lastUnit, locale));
    }

    /** How a week was. */
    public String sentence(WeekReport report, Locale locale) {
        var tasks = report.tasks();
        if (report.isQuiet()) {
            return say(
                    "report.week.quiet", locale, tasks.ended(), report.sales().size());
        }
        return say(
                "report.week.said",
                locale,
                tasks.ended(),
                tasks.failedTries(),
                tasks.recovered(),
                tasks.gaveUp(),
                report.refunds().stream()
                        .mapToLong(WeekReport.WeekRefunds::count)
                        .sum(),
                report.sales().size());
    }

    /** A time in the unit that suits it. */
    public String time(@Nullable Long millis, Locale locale) {
        if (millis == null) {
            return "–";
        }
        if (millis < SECONDS_UNTIL) {
            return say("report.time.seconds", locale, decimal(millis / 1_000.0, locale));
        }
        return millis < MINUTES_UNTIL
                ? say("report.time.minutes", locale, millis / 60_000)
                : say("report.time.hours", locale, decimal(millis / 3_600_000.0, locale));
    }

    /** Milliseconds, to a tenth below ten. */
    public String millis(@Nullable Number millis, Locale locale) {
        if (millis == null) {
            return "–";
        }
        var value = millis.doubleValue();
        return say(
                "report.time.millis", locale, value < 10 ? decimal(value, locale) : whole(Math.round(value), locale));
    }

    /** An amount in fen. */
    public String money(long fen) {
        return new Money(fen).toString();
    }

    /** So many a second. */
    public String rate(double perSecond, Locale locale) {
        return decimal(perSecond, locale);
    }

    /** A moment by the shop's clock, to the minute. */
    public String moment(Instant at) {
        return MOMENT.format(times.at(at));
    }

    String say(String key, Locale locale, Object... values) {
        return messages.getMessage(key, values, locale);
    }

    private static String decimal(double value, Locale locale) {
        var format = NumberFormat.getInstance(locale);
        format.setMaximumFractionDigits(1);
        return format.format(value);
    }

    private static String whole(long value, Locale locale) {
        return NumberFormat.getInstance(locale).format(value);
    }
}
