package stampede.faults;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.springframework.web.client.RestClientException;
import stampede.account.AccountId;
import stampede.alipaysandbox.LocalAlipay;
import stampede.alipaysandbox.LocalAlipay.RefusedHere;
import tools.jackson.databind.JsonNode;

/**
 * Somebody wants one unit of an offer and presses the button until there is an answer, always with the same key. What they were
 * told is remembered: the shop may not take it back. What they do with their order was decided by a seed.
 */
final class PurchaseWish {

    /** What a shop may say that cannot sell now. */
    private static final Set<String> EXPECTED = Set.of("BUSY", "OUTCOME_UNKNOWN");

    private final AccountId shopper;
    private final String offer;
    private final String key;
    private final Story story;
    private final boolean isNervous;
    private final Supplier<ShopClient> doors;
    private final LocalAlipay alipay;
    private final FaultCrowd.ShopperPatience shopperPatience;
    private final List<String> contradictions = new CopyOnWriteArrayList<>();

    private final List<Long> busyAt = new CopyOnWriteArrayList<>();
    private final List<String> failures = new CopyOnWriteArrayList<>();

    private volatile long firstPressAt;
    private volatile long acceptedAt;
    private volatile boolean hadNoAnswer;
    private volatile String purchase = "";
    private volatile String order = "";
    private volatile String refusal = "";

    /** @param doors one of the shop's nodes, signed in: another one each time, as behind a balancer */
    PurchaseWish(
            AccountId shopper,
            String offer,
            String key,
            Random chance,
            Supplier<ShopClient> doors,
            LocalAlipay alipay,
            FaultCrowd.ShopperPatience shopperPatience) {
        this.shopper = shopper;
        this.offer = offer;
        this.key = key;
        this.story = Story.at(chance.nextInt(100));
        this.isNervous = chance.nextInt(100) < 20;
        this.doors = doors;
        this.alipay = alipay;
        this.shopperPatience = shopperPatience;
    }

    private enum Story {
        PAYS(45),
        PAYS_TWICE(5),
        CANCELS(15),
        LETS_EXPIRE(28),
        PAYS_TOO_LATE(7);

        private final int percent;

        Story(int percent) {
            this.percent = percent;
        }

        static Story at(int place) {
            var left = place;
            for (var story : values()) {
                left -= story.percent;
                if (left < 0) {
                    return story;
                }
            }
            throw new IllegalArgumentException("Not a percentage: " + place);
        }
    }

    AccountId shopper() {
        return shopper;
    }

    String offer() {
        return offer;
    }

    /** When they first pressed, by the clock of {@link System#nanoTime}. */
    long firstPressAt() {
        return firstPressAt;
    }

    /** When the shop said 202, by the same clock. */
    long acceptedAt() {
        return acceptedAt;
    }

    /** When a click was answered with BUSY, or not at all. */
    List<Long> busyAt() {
        return busyAt;
    }

    /** Answers of 500 and more that have no reason of ours, whatever was asked. */
    List<String> failures() {
        return failures;
    }

    /** Whether the shop said 202. */
    boolean wasAccepted() {
        return !purchase.isEmpty();
    }

    /** The id that purchase, reservation and order share; only of what was accepted. */
    long reservation() {
        return Long.parseLong(purchase.substring(0, purchase.indexOf('-')));
    }

    boolean isDecided() {
        return !order.isEmpty() || !refusal.isEmpty();
    }

    boolean hasOrder() {
        return !order.isEmpty();
    }

    String refusal() {
        return refusal;
    }

    /** Whether an attempt was left without an answer: it may have been a success all the same. */
    boolean hadNoAnswer() {
        return hadNoAnswer;
    }

    /** What the shop said and then took back. */
    List<String> contradictions() {
        return contradictions;
    }

    /** From the first click to the end of the story, or of patience. */
    void live() throws InterruptedException {
        firstPressAt = System.nanoTime();
        while (!isDecided() && !wasAccepted() && shopperPatience.lasts()) {
            press();
        }
        if (wasAccepted() && isNervous) {
            press();
        }
        while (wasAccepted() && !isDecided() && shopperPatience.lasts()) {
            ask();
        }
        if (hasOrder()) {
            try {
                act();
            } catch (RefusedHere | RestClientException | IOException no) {
                // Alipay says no to who comes too late, and a shop that dies says nothing: the order expires.
            }
        }
    }

    private void press() throws InterruptedException {
        try {
            var answer = heard(doors.get().tryToBuy(offer, key));
            if (answer.status() == 202) {
                accepted(answer.body().path("purchaseId").asString());
            } else if (answer.status() >= 500 || answer.status() == 429) {
                // Busy may also mean that Redis did what it was asked for and did not say so.
                hadNoAnswer |= answer.status() != 429;
                if (EXPECTED.contains(answer.reason())) {
                    busyAt.add(System.nanoTime());
                }
                shopperPatience.pause();
            } else if (!wasAccepted()) {
                refusal = answer.reason();
            }
        } catch (IOException none) {
            hadNoAnswer = true;
            busyAt.add(System.nanoTime());
            shopperPatience.pause();
        }
    }

    private ShopClient.Answer heard(ShopClient.Answer answer) {
        if (answer.status() >= 500 && !EXPECTED.contains(answer.reason())) {
            failures.add(answer.status() + " " + answer.body());
        }
        return answer;
    }

    private void accepted(String id) {
        if (!wasAccepted()) {
            acceptedAt = System.nanoTime();
        }
        if (wasAccepted() && !purchase.equals(id)) {
            contradictions.add("key " + key + " of shopper " + shopper + " got " + purchase + " and " + id);
        }
        purchase = id;
    }

    private void ask() throws InterruptedException {
        try {
            var answer = heard(doors.get().tryToGet("/api/v1/purchases/" + purchase));
            if (answer.isSuccess()) {
                told(answer.body());
            } else if (answer.status() == 404) {
                contradictions.add("purchase " + purchase + " was accepted and is not known");
            }
        } catch (IOException none) {
            // Asked again.
        }
        if (!isDecided()) {
            shopperPatience.pause();
        }
    }

    private void told(JsonNode progress) {
        switch (progress.path("status").asString()) {
            case "PLACED" -> order = progress.path("orderId").asString();
            case "REFUSED" -> refusal = progress.path("reason").asString();
            default -> {}
        }
    }

    private void act() throws IOException, InterruptedException {
        switch (story) {
            case PAYS -> checkout().ifThere(alipay::pay);
            case PAYS_TWICE ->
                checkout().ifThere(page -> {
                    alipay.pay(page);
                    alipay.pay(page, "somebody else");
                });
            case CANCELS -> heard(doors.get().tryToPost("/api/v1/orders/" + order + "/cancellation", Map.of()));
            case PAYS_TOO_LATE -> payTooLate();
            case LETS_EXPIRE -> {}
        }
    }

    private void payTooLate() throws IOException, InterruptedException {
        var checkout = checkout();
        checkout.ifThere(alipay::open);
        while (checkout.isThere() && shopperPatience.lasts() && !isClosed()) {
            shopperPatience.pause();
        }
        checkout.ifThere(alipay::payLate);
    }

    private boolean isClosed() throws InterruptedException {
        try {
            var answer = heard(doors.get().tryToGet("/api/v1/orders/" + order));
            return answer.body().path("status").asString("").equals("CLOSED");
        } catch (IOException none) {
            return false;
        }
    }

    private Checkout checkout() throws IOException, InterruptedException {
        var answer = heard(doors.get().tryToPost("/api/v1/orders/" + order + "/payments", Map.of("channel", "PAGE")));
        return new Checkout(answer.body().path("redirectUrl").asString(""));
    }

    /** Where to pay; nowhere, if the shop did not say. */
    private record Checkout(String address) {

        boolean isThere() {
            return !address.isEmpty();
        }

        void ifThere(Consumer<URI> act) {
            if (isThere()) {
                act.accept(URI.create(address));
            }
        }
    }
}
