package stampede.alipay;

import java.util.List;

/** What Alipay says when asked for the bill of a day ({@code alipay.data.dataservice.bill.downloadurl.query}). */
public sealed interface BillAnswer {

    /** The bill, read to its end. A day without trades is an empty bill. */
    record Bill(List<BillLine> lines) implements BillAnswer {

        public Bill {
            lines = List.copyOf(lines);
        }
    }

    /** It is not made yet; that of a day comes in the morning of the next. */
    record NotThere(String why) implements BillAnswer {}

    /** No answer, or none that can be trusted. */
    record Unknown(String why) implements BillAnswer {}
}
