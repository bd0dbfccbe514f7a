package stampede.report.page;

import java.util.Locale;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;
import stampede.channel.ChannelMessage;
import stampede.channel.Channels;
import stampede.channel.LocalizedText;
import stampede.channel.Severity;
import stampede.report.WeekReportMade;

/** Tells people outside the shop that the report of a week is there, in its one sentence. */
@Component
class WeekReportNotices {

    private static final String TITLE = "report.of-week";

    private final Channels channels;
    private final ReportWords words;

    WeekReportNotices(Channels channels, ReportWords words) {
        this.channels = channels;
        this.words = words;
    }

    @EventListener
    void tell(WeekReportMade made) {
        var report = made.report();
        channels.tell(new ChannelMessage(
                "week-" + report.week(),
                ChannelMessage.WEEK,
                Severity.INFO,
                "",
                report.week(),
                new LocalizedText(
                        words.say(TITLE, Locale.SIMPLIFIED_CHINESE, report.week()),
                        words.say(TITLE, Locale.ENGLISH, report.week())),
                new LocalizedText(
                        words.sentence(report, Locale.SIMPLIFIED_CHINESE), words.sentence(report, Locale.ENGLISH)),
                "/console/reports/weeks/" + report.week(),
                "/console/help#page-week-reports",
                report.madeAt(),
                report.madeAt(),
                null));
    }
}
