package stampede.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import stampede.StampedeTest;
import stampede.channel.ChannelMessage;
import stampede.report.WeekReportMade;
import stampede.report.WeekReports;

/** What people outside the shop hear of a week. */
@StampedeTest
class WeekReportNoticeTests {

    @Autowired
    private ReportWords words;

    @Autowired
    private WeekReports reports;

    @Test
    void itIsTheSentenceOfTheReportInBothLanguagesWithTheWayToIt() {
        var told = new ArrayList<ChannelMessage>();
        var week = reports.current().later(-60);

        new WeekReportNotices(told::add, words).tell(new WeekReportMade(reports.of(week)));

        assertThat(told).singleElement().satisfies(message -> {
            assertThat(message.type()).isEqualTo("report.week");
            assertThat(message.title().en()).isEqualTo("Week " + week);
            assertThat(message.text().en()).startsWith("A quiet week");
            assertThat(message.text().zh()).startsWith("平静的一周");
            assertThat(message.url()).isEqualTo("/console/reports/weeks/" + week);
        });
    }
}
