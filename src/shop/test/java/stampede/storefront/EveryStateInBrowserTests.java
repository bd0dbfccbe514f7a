package stampede.storefront;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import stampede.catalog.ProductFace;
import stampede.catalog.SaleWindow;
import stampede.catalog.SlotId;
import stampede.challenge.StandInCrowds;
import stampede.counter.StockView;
import stampede.counter.StockView.Gate;
import stampede.order.OrderStatus;
import stampede.purchase.PurchaseId;
import stampede.purchase.PurchaseProgress;
import stampede.purchase.PurchaseProgress.Placed;
import stampede.purchase.PurchaseProgress.Refused;
import stampede.purchase.PurchaseProgress.Reserved;
import stampede.purchase.PurchaseRefusal;
import stampede.purchase.PurchaseRefused;
import stampede.room.StandInRooms;
import stampede.testing.BrowserVisitor;
import stampede.testing.Chromium;
import stampede.testing.Device;
import stampede.testing.Proof;

/**
 * The pages of a sale in every state they can be in; those of an offer are in {@code OfferStatesTests}. In the suite on the narrowest phone, with
 * {@code -Dproof=full} on all devices.
 */
@StorefrontTest
class EveryStateInBrowserTests {

    private static final Duration HOUR = Duration.ofHours(1);
    private static final List<String> DRAWINGS = List.of(
            "celadon-teapot", "desk-lamp", "film-camera", "folding-fan", "headphones", "paper-lantern", "silk-scarf");

    @RegisterExtension
    private static final Chromium chromium = new Chromium();

    @Autowired
    private StandInRooms rooms;

    @Autowired
    private StandInShop shop;

    @LocalServerPort
    private int port;

    private Optional<SlotId> slot = Optional.empty();
    private final List<PurchaseId> purchases = new ArrayList<>();

    @AfterEach
    void forget() {
        slot.ifPresent(shop::forget);
        shop.refusal = null;
        shop.closeAll();
        // A shopper may have only so many open streams: what is decided ends its own.
        purchases.forEach(purchase -> shop.progress.put(purchase, new Refused(PurchaseRefusal.SOLD_OUT)));
    }

    static Stream<Device> devices() {
        var narrow = Stream.of(Device.PHONE.wide(320).in("zh-CN").atNight());
        return Proof.isFull() ? Stream.concat(narrow, Device.all()) : narrow;
    }

    @ParameterizedTest
    @MethodSource("devices")
    void aSlot(Device device) {
        try (var visitor = shopper(device)) {
            look(visitor.open("/slots/" + filled(running(), 12, 16)), "slot-on-sale");
            look(visitor.open("/slots/" + filled(running(), 12, 0)), "slot-sold-out");
            look(visitor.open("/slots/" + filled(running(), 0, 0)), "slot-empty");
            look(visitor.open("/slots/" + filled(running(), 1_000, 16)), "slot-thousand");
            var now = Instant.now();
            look(
                    visitor.open("/slots/"
                            + filled(
                                    new SaleWindow(
                                            now.plus(HOUR), now.plus(HOUR).plus(HOUR)),
                                    12,
                                    16)),
                    "slot-upcoming");
        }
    }

    @ParameterizedTest
    @MethodSource("devices")
    void aPurchase(Device device) {
        var offer = shop.offer(StandInShop.RUNNING, "Kettle", 5, 10, 2, Gate.OPEN);
        var order =
                shop.order(offer, OrderStatus.AWAITING_PAYMENT, Instant.now().plusSeconds(280));
        try (var visitor = shopper(device)) {
            look(purchase(visitor, new Reserved(Optional.of(312))), "purchase-queue");
            look(purchase(visitor, new Reserved(Optional.empty())), "purchase-queue-unknown");
            look(purchase(visitor, new Placed(order)), "purchase-yours");
        }
    }

    @ParameterizedTest
    @MethodSource("devices")
    void aRefusal(Device device) {
        var offer = shop.offer(StandInShop.RUNNING, "Kettle", 5, 10, 2, Gate.OPEN);
        try (var visitor = shopper(device)) {
            for (var reason : PurchaseRefusal.values()) {
                look(purchase(visitor, new Refused(reason)), "refused-" + reason);
                shop.refusal = new PurchaseRefused(reason);
                visitor.open("/offers/" + offer);
                visitor.page().fill("#address", "1 Long Street");
                visitor.page().click("#buy button[type=submit]");
                visitor.page().locator(".outcome.no").waitFor();
                look(visitor.forgive(), "refused-at-once-" + reason);
                shop.refusal = null;
            }
        }
    }

    @ParameterizedTest
    @MethodSource("devices")
    void aChallenge(Device device) {
        var offer = shop.offer(StandInShop.RUNNING, "Kettle", 5, 10, 2, Gate.OPEN);
        try (var visitor = shopper(device)) {
            shop.refusal = StandInCrowds.refusal(StandInShop.SHOPPER, offer);
            visitor.open("/offers/" + offer);
            visitor.page().fill("#address", "1 Long Street");
            visitor.page().click("#buy button[type=submit]");
            visitor.page().locator("form[data-challenge]").waitFor();
            look(visitor.forgive(), "challenge");
            visitor.page().locator("form[data-challenge] button:enabled").waitFor();
            look(visitor, "challenge-met");
        }
    }

    @ParameterizedTest
    @MethodSource("devices")
    void aWaitingRoom(Device device) {
        var offer = shop.offer(StandInShop.RUNNING, "Kettle", 5, 10, 2, Gate.OPEN);
        var path = "/offers/" + offer + "/queue";
        try (var visitor = shopper(device)) {
            rooms.opensByItself(offer);
            look(visitor.open(path), "room-under-pressure");
            rooms.gathers(offer, Instant.now().plusSeconds(3_600));
            look(visitor.open("/offers/" + offer), "room-offer");
            look(visitor.open(path), "room-enter");
            visitor.page().click("#room button[type=submit]");
            visitor.page().locator("#room[data-stage=GATHERING]").waitFor();
            look(visitor, "room-gathering");
            rooms.waits(offer, 812, 811, 2, 4);
            look(visitor.open(path), "room-waiting");
            rooms.reserves(offer, 12);
            look(visitor.open(path), "room-all-reserved");
            rooms.callsInVain(offer);
            look(visitor.open(path), "room-no-pass-yet");
            rooms.calls(offer);
            look(visitor.open(path), "room-your-turn");
            rooms.sells(offer);
            look(visitor.open(path), "room-over-sold-out");
            rooms.stops(offer);
            look(visitor.open(path), "room-over-ended");
        }
    }

    @ParameterizedTest
    @MethodSource("devices")
    void anOrder(Device device) {
        var offer = shop.offer(StandInShop.RUNNING, "Kettle", 5, 10, 2, Gate.OPEN);
        var shown = Stream.of(OrderStatus.values())
                .filter(status -> status != OrderStatus.REJECTED && status != OrderStatus.ABANDONED)
                .toList();
        try (var visitor = shopper(device)) {
            for (var status : shown) {
                var order = shop.order(offer, status, Instant.now().plusSeconds(280));
                look(visitor.open("/orders/" + order), "order-" + status);
            }
            look(visitor.open("/orders"), "orders");
        }
    }

    private static void look(BrowserVisitor visitor, String name) {
        visitor.inspect();
        if (Proof.isFull()) {
            visitor.photograph("every-" + name);
        }
    }

    private BrowserVisitor purchase(BrowserVisitor visitor, PurchaseProgress progress) {
        var purchase = shop.purchase(shop.offer(StandInShop.RUNNING, "Kettle", 5, 10, 2, Gate.OPEN));
        shop.progress.put(purchase, progress);
        purchases.add(purchase);
        return visitor.open("/purchases/" + purchase);
    }

    private static SaleWindow running() {
        var now = Instant.now();
        return new SaleWindow(now.minusSeconds(60), now.plus(HOUR));
    }

    /** A slot with so many offers; the one before is gone. */
    private SlotId filled(SaleWindow window, int offers, int left) {
        slot.ifPresent(shop::forget);
        var made = shop.slot(window);
        slot = Optional.of(made);
        IntStream.range(0, offers).forEach(number -> {
            var drawing = DRAWINGS.get(number % DRAWINGS.size());
            var face = ProductFace.of(drawing.replace('-', ' '), "", "/pictures/" + drawing + ".svg");
            shop.offer(made, window, face, 2, new StockView(Gate.OPEN, left, 50, 1));
        });
        return made;
    }

    private BrowserVisitor shopper(Device device) {
        var address = "http://127.0.0.1:" + port;
        return chromium.visitor(address, device).withCookie("as", StandInShop.SHOPPER.toString(), address);
    }
}
