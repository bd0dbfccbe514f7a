package stampede.imports.kind;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import stampede.account.SignedIn;
import stampede.imports.CheckedLine;
import stampede.imports.ImportChange;
import stampede.imports.ImportColumn;
import stampede.imports.ImportKind;
import stampede.imports.ImportLine;
import stampede.imports.ImportProblem;
import stampede.imports.TakeBack;
import stampede.order.OrderId;
import stampede.shipping.Parcel;
import stampede.shipping.ParcelOutlook;
import stampede.shipping.ShipmentOutlooks;
import stampede.shipping.Shipments;

/** Paid orders that were sent: which, with whom, under which number. */
@Component
@Order(4)
class ShipmentImport implements ImportKind {

    private static final String ORDER = "order";
    private static final String CARRIER = "carrier";
    private static final String NUMBER = "number";

    private final Shipments shipments;
    private final ShipmentOutlooks outlooks;

    ShipmentImport(Shipments shipments, ShipmentOutlooks outlooks) {
        this.shipments = shipments;
        this.outlooks = outlooks;
    }

    @Override
    public String name() {
        return "shipments";
    }

    @Override
    public List<ImportColumn> columns() {
        return List.of(
                ImportColumn.required(ORDER, 40, "708540021337000001", "order number", "order id", "订单", "订单号", "订单编号"),
                ImportColumn.required(CARRIER, 40, "SF", "承运商", "快递", "快递公司", "物流公司", "courier", "carrier name"),
                ImportColumn.required(
                        NUMBER, 64, "SF1234567890", "tracking number", "waybill", "运单号", "快递单号", "物流单号", "单号"));
    }

    @Override
    public String key(ImportLine line) {
        return number(line);
    }

    @Override
    public List<CheckedLine> check(SignedIn by, List<ImportLine> lines) {
        var parcels = new LinkedHashMap<Integer, Parcel>();
        lines.forEach(line -> order(line).ifPresent(order -> parcels.put(line.number(), parcel(order, line))));
        var outlooks = this.outlooks.of(by, parcels.values());
        var checked = new ArrayList<CheckedLine>();
        for (var line : lines) {
            var parcel = parcels.get(line.number());
            checked.add(
                    parcel == null ? CheckedLine.cannot(line, List.of(noOrder(line))) : check(line, parcel, outlooks));
        }
        return checked;
    }

    @Override
    public long apply(SignedIn by, ImportLine line) {
        var order = order(line).orElseThrow();
        shipments.ship(by, parcel(order, line));
        return order.value();
    }

    /** Whoever waits for a parcel was told. */
    @Override
    public TakeBack takeBack() {
        return TakeBack.never(ImportProblem.in("", "stays.shipped"));
    }

    private static CheckedLine check(ImportLine line, Parcel parcel, Map<OrderId, ParcelOutlook> outlooks) {
        var outlook = outlooks.getOrDefault(parcel.order(), ParcelOutlook.NO_SUCH_ORDER);
        var named = line.cell(ImportColumn.SELLER);
        if (named.isPresent() && !named.get().equalsIgnoreCase(outlook.seller())) {
            outlook = ParcelOutlook.NO_SUCH_ORDER;
        }
        if (outlook.refusal().isPresent()) {
            return CheckedLine.cannot(
                    line, List.of(ImportProblem.of(outlook.refusal().get())));
        }
        return outlook.sent()
                ? CheckedLine.can(line, CheckedLine.State.UNCHANGED, List.of())
                : CheckedLine.can(
                        line,
                        CheckedLine.State.NEW,
                        List.of(
                                new ImportChange(CARRIER, "", parcel.carrier()),
                                new ImportChange(NUMBER, "", parcel.number())));
    }

    private static Parcel parcel(OrderId order, ImportLine line) {
        return new Parcel(order, line.required(CARRIER), narrow(line.required(NUMBER)));
    }

    private static Optional<OrderId> order(ImportLine line) {
        var text = number(line);
        return text.matches("[1-9]\\d{0,17}|[1-8]\\d{18}") ? Optional.of(OrderId.of(text)) : Optional.empty();
    }

    /** Spreadsheets round long numbers, and nobody notices. */
    private static ImportProblem noOrder(ImportLine line) {
        var text = line.required(ORDER);
        return ImportProblem.in(
                ORDER, narrow(text).matches("[\\d.]+[eE]\\+?\\d+") ? "shortened" : "order-number", text);
    }

    /** The shop's own files put a word before it, because a spreadsheet would round nineteen digits. */
    private static String number(ImportLine line) {
        return narrow(line.required(ORDER)).replaceFirst("^order:", "");
    }

    private static String narrow(String text) {
        return Normalizer.normalize(text, Normalizer.Form.NFKC).replace(" ", "");
    }
}
