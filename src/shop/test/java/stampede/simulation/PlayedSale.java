package stampede.simulation;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import org.springframework.dao.QueryTimeoutException;
import stampede.account.AccountId;
import stampede.catalog.OfferKind;
import stampede.counter.CallFate;
import stampede.counter.CounterSpoil;
import stampede.counter.ReserveAnswer;
import stampede.counter.ReserveRequest;
import stampede.counter.StockView;
import stampede.counter.StockWorkbench;
import stampede.coupon.CouponRefusal;
import stampede.money.Money;
import stampede.order.Order;
import stampede.order.OrderId;
import stampede.order.OrderStatus;
import stampede.order.PlaceOrder;
import stampede.payment.AlipayNotification;
import stampede.payment.MoneyTwin;
import stampede.payment.OrderMoney;
import stampede.payment.Payment;
import stampede.payment.PretendAlipay.Mood;
import stampede.payment.PretendAlipay.Trade;
import stampede.sale.SaleRefusal;
import stampede.sale.SaleRefused;
import stampede.shipping.ShippingRefusal;
import stampede.simulation.LedgerModel.Row;
import stampede.simulation.MortalTransactions.Death;
import stampede.stock.Reservation;
import stampede.stock.ReservationId;
import stampede.stock.SaleTerms;
import stampede.task.Delivery;

/**
 * One sale as a list of commands on the shop's own classes, one at a time so that it can be played again. After each the counter
 * must be what its model is, the rows must be what the command could make of them, and the rules that hold at any time must hold.
 * When all commands are through, everything that is under way arrives; then the rules for an offer at rest must hold.
 */
final class PlayedSale {

    private static final int SHOPPERS = 4;
    private static final List<CounterSpoil> SPOILS = List.of(CounterSpoil.values());
    private static final List<String> STRANGE_UNITS = List.of("1.5", "1e0", "0x1", "", "0", "-1", " 1", "99999999999");
    private static final List<String> ADDRESSES = List.of("Somewhere %d", "some-where, %d!", "SOMEWHERE\u3000%d");
    private static final List<Mood> BAD_MOODS = List.of(Mood.SILENT, Mood.ANSWER_LOST, Mood.BUSY);

    private static final Set<OrderStatus> REFUNDABLE =
            Set.of(OrderStatus.PAID, OrderStatus.SHIPPED, OrderStatus.FINISHED);

    private final OfferKind kind;
    private final Mutant mutant;
    private final TwinShop shop;
    private final LedgerModel ledger;
    private final Set<Long> accepted = new LinkedHashSet<>();
    private final Set<Long> queued = new LinkedHashSet<>();
    private final Set<Long> used = new LinkedHashSet<>();
    private final Set<Long> begun = new LinkedHashSet<>();
    private final Set<Long> expired = new LinkedHashSet<>();
    private final Set<Long> givenUp = new LinkedHashSet<>();
    private final List<SaleTerms> oldTerms = new ArrayList<>();
    private final List<Rebuilder> rebuilders = new ArrayList<>();
    private final List<String> wrong = new ArrayList<>();
    private long lastShopper;
    private String lastKey = "";
    private Money price = new Money(990);
    private Optional<Money> priceBefore = Optional.empty();
    private boolean upcoming;
    private boolean limitChanged;
    private boolean forgot;
    /** Whoever stopped the sale was told so, and Redis has not come back from before. */
    private boolean stopped;

    private boolean interrupted;
    private Death death = Death.NEVER;

    PlayedSale(OfferKind kind, int units, int limit, Mutant mutant) throws InterruptedException {
        this.kind = kind;
        this.mutant = mutant;
        shop = new TwinShop(kind, units, limit, mutant);
        ledger = new LedgerModel(kind, units, limit);
        shop.rebuild.now(shop.offer);
    }

    /** Plays the sale; answers what went wrong first, if anything did. */
    Optional<Failure> play(List<SaleCommand> commands) throws InterruptedException {
        for (int step = 0; step < commands.size(); step++) {
            var found = check(commands.get(step));
            if (!found.isEmpty()) {
                return Optional.of(
                        new Failure(step + 1, commands.get(step).kind().name(), found));
            }
        }
        var found = end();
        return found.isEmpty() ? Optional.empty() : Optional.of(new Failure(commands.size(), "AT_REST", found));
    }

    private List<String> check(SaleCommand saleCommand) {
        interrupted = false;
        Map<Long, Row> expected = Map.copyOf(ledger.rows());
        try {
            arm(saleCommand);
            expected = run(saleCommand);
        } catch (MortalTransactions.Died | QueryTimeoutException mishap) {
            throw new IllegalStateException("A mishap got out of its command", mishap);
        } catch (RuntimeException surprise) {
            wrong.add("It threw " + surprise);
        } finally {
            disarm();
            shop.stock.goByTheTime();
        }
        compareRows(saleCommand, expected);
        wrong.addAll(shop.stock.disagreements());
        wrong.addAll(shop.broken(shop.check.check(shop.offer).always()));
        return wrong;
    }

    /** What goes wrong on the way, if anything: half of the commands go well. */
    private void arm(SaleCommand saleCommand) {
        var after = saleCommand.mishap() / 12 % 3;
        switch (saleCommand.mishap() % 12) {
            case 6 -> die(Death.BEFORE_COMMIT, after);
            case 7 -> die(Death.AFTER_COMMIT, after);
            case 8 -> shop.stock.nextCall(CallFate.LOST, after);
            case 9 -> shop.stock.nextCall(CallFate.ANSWER_LOST, after);
            case 10 -> shop.stock.nextCall(CallFate.ARRIVES_LATE, after);
            case 11 -> {
                shop.post.next(after == 0 ? Delivery.REFUSED : Delivery.UNKNOWN);
                shop.alipay.next(BAD_MOODS.get(after));
            }
            default -> {}
        }
    }

    /** Whether the first question that the command asks Alipay has no answer. */
    private static boolean silencesAlipay(SaleCommand saleCommand) {
        return saleCommand.mishap() % 12 == 11;
    }

    private void die(Death when, int after) {
        death = when;
        shop.transactions.dieAt(when, after);
    }

    private void disarm() {
        death = Death.NEVER;
        shop.transactions.dieAt(Death.NEVER, 0);
        shop.transactions.meanwhile(() -> {}, 0);
        shop.stock.nextCall(CallFate.ARRIVES, 0);
        shop.post.next(Delivery.CONFIRMED);
        shop.alipay.next(Mood.ANSWERS);
    }

    /** Does it, as far as it gets. */
    private void attempt(Runnable work) {
        try {
            work.run();
        } catch (MortalTransactions.Died | QueryTimeoutException mishap) {
            interrupted = true;
        }
    }

    /** A command that was interrupted has done some of what it would have done, each row for itself. */
    private void compareRows(SaleCommand saleCommand, Map<Long, Row> expected) {
        var before = ledger.rows();
        var after = shop.rows();
        var ids = new LinkedHashSet<>(before.keySet());
        ids.addAll(after.keySet());
        ids.addAll(expected.keySet());
        for (var id : ids) {
            var now = after.get(id);
            if (!Objects.equals(now, expected.get(id)) && !(interrupted && Objects.equals(now, before.get(id)))) {
                wrong.add("After " + saleCommand.kind() + " order " + id + " is " + now + ", not " + expected.get(id)
                        + ", before " + before.get(id));
            }
        }
        ledger.become(after);
        var terms = terms();
        if (terms.total() != ledger.total() || terms.available() != ledger.available()) {
            wrong.add("Of " + terms.total() + " " + terms.available() + " are available, not " + ledger.available()
                    + " of " + ledger.total());
        }
        if (terms.limitPerAddress() != ledger.perAddress()) {
            wrong.add("One address may have " + terms.limitPerAddress() + ", not " + ledger.perAddress());
        }
        if (terms.limitPerShopper() != ledger.limit() || (kind == OfferKind.GOODS && shop.price() != price.fen())) {
            wrong.add("A shopper may have " + terms.limitPerShopper() + " for " + shop.price() + " fen, not "
                    + ledger.limit() + " for " + price);
        }
    }

    /** Does it; answers the rows there must be afterwards. */
    private Map<Long, Row> run(SaleCommand saleCommand) {
        return switch (saleCommand.kind()) {
            case RESERVE -> same(() -> reserve(saleCommand));
            case PLACE -> place(saleCommand);
            case DELIVER_RELEASE -> same(() -> deliverRelease(saleCommand));
            case SWEEP -> same(() -> attempt(() -> shop.sweeper.sweep(shop.offer)));
            case SWEEP_WHAT_IS_OLD -> sweepWhatIsOld();
            case SWEEPER_DIES ->
                same(() -> attempt(() -> shop.stock.counter.claim(shop.offer, 200, Duration.ofHours(1))));
            case LEASES_END -> same(shop.stock::makeDue);
            case TIME_TO_PAY_ENDS -> withOrder(saleCommand, this::expire);
            case CLOSE -> withOrder(saleCommand, id -> close(id, saleCommand.how()));
            case CANCEL -> withOrder(saleCommand, this::cancel);
            case CLOSE_BY_OPERATOR -> withOrder(saleCommand, id -> closeByOperator(id, silencesAlipay(saleCommand)));
            case PROVIDER_IS_SILENT_FOR_LONG -> withOrder(saleCommand, this::giveUp);
            case BEGIN_TO_PAY -> withOrder(saleCommand, id -> begin(id, saleCommand.how()));
            case PAY -> withOrder(saleCommand, this::pay);
            case NOTIFY -> notifyOfATrade(saleCommand);
            case NOTIFY_WRONG_AMOUNT -> withOrder(saleCommand, id -> notifyWrongly(id, saleCommand.how()));
            case NOTIFY_FORGED -> withOrder(saleCommand, this::forge);
            case ASK_THE_PROVIDER -> withOrder(saleCommand, this::ask);
            case SHIP -> withOrder(saleCommand, id -> ship(id, saleCommand.how()));
            case CORRECT_PARCEL -> withOrder(saleCommand, id -> correctParcel(id, saleCommand.how()));
            case RECEIVE -> withOrder(saleCommand, this::receive);
            case FINISH_BY_TIME -> finishByTime();
            case USE_COUPON -> withOrder(saleCommand, this::useCoupon);
            case GIVE_MONEY_BACK -> withOrder(saleCommand, id -> giveMoneyBack(id, saleCommand.how(), false));
            case ASK_FOR_MONEY_BACK -> withOrder(saleCommand, id -> giveMoneyBack(id, saleCommand.how(), true));
            case PAY_BACK -> payBack();
            case PUT_UNITS_BACK -> withOrder(saleCommand, this::putUnitsBack);
            case RESTOCK -> same(() -> restock(saleCommand));
            case TELL_AN_OLD_TOTAL -> same(() -> tellAnOldTotal(saleCommand));
            case ALIGN -> same(() -> attempt(() -> shop.stock.loading.align(shop.offer)));
            case PAUSE_OR_RESUME -> same(() -> attempt(this::pauseOrResume));
            case STOP_FOR_GOOD -> same(() -> attempt(this::stopForGood));
            case OPENS_LATER -> same(this::opensLater);
            case OPENS_NOW -> same(this::opensNow);
            case CHANGE_LIMIT -> same(() -> changeLimit(1 + saleCommand.how() % 5));
            case CHANGE_PRICE -> same(() -> changePrice(new Money(500 + saleCommand.how() % 500)));
            case LIMIT_ADDRESSES -> same(() -> limitAddresses(saleCommand.how() % 6));
            case WITHDRAW -> same(this::withdraw);
            case A_CALL_ARRIVES_LATE -> same(shop.stock::arriveLate);
            case LOSE_REDIS ->
                same(() -> {
                    shop.loseRedis();
                    forgot = true;
                });
            case REMEMBER_REDIS -> same(shop.stock::remember);
            case RESTORE_REDIS ->
                same(() -> {
                    shop.restoreRedis();
                    forgot = true;
                    stopped = false;
                });
            case AUDIT -> same(() -> attempt(() -> shop.audit.audit(shop.offer)));
            case REBUILD -> same(() -> attempt(this::rebuild));
            case BEGIN_REBUILD -> same(this::beginRebuild);
            case STEP_REBUILD -> same(() -> stepRebuild(saleCommand));
            case RESERVE_STRANGELY -> same(() -> attempt(() -> reserveStrangely(saleCommand)));
            case SPOIL_REDIS -> same(() -> spoil(saleCommand));
        };
    }

    private Map<Long, Row> same(Runnable work) {
        work.run();
        return ledger.rows();
    }

    private Map<Long, Row> withOrder(SaleCommand saleCommand, LongFunction<Map<Long, Row>> work) {
        var ids = List.copyOf(ledger.rows().keySet());
        return ids.isEmpty() ? ledger.rows() : work.apply(ids.get(saleCommand.what() % ids.size()));
    }

    private Row row(long id) {
        return Objects.requireNonNull(ledger.rows().get(id));
    }

    /** A shopper who gets no answer asks again under the same key. */
    private void reserve(SaleCommand saleCommand) {
        var again = saleCommand.how() % 10 == 9 && !lastKey.isEmpty();
        var shopper = again ? lastShopper : 1 + saleCommand.what() % SHOPPERS;
        var key = again ? lastKey : "key" + StockWorkbench.nextId();
        lastShopper = shopper;
        lastKey = key;
        for (int tried = 1; tried <= 2; tried++) {
            var request =
                    request(shopper, 1 + saleCommand.how() % 4, key, detail(shopper, saleCommand.how() / 100 == 9));
            try {
                reserved(request, shop.stock.counter.reserve(request), saleCommand.how() / 10 % 10);
                return;
            } catch (QueryTimeoutException noAnswer) {
                interrupted = true;
            }
        }
    }

    private ReserveRequest request(long shopper, int units, String key, String detail) {
        var request = StockWorkbench.request(shop.offer, shopper, units, key);
        return new ReserveRequest(request.id(), request.offer(), request.shopper(), units, key, detail);
    }

    /** Of ten messages one is lost, because the process ends here, and one goes out twice. */
    private void reserved(ReserveRequest request, ReserveAnswer answer, int luck) {
        if (answer instanceof ReserveAnswer.Reserved kept) {
            var reservation = StockWorkbench.reservation(request, kept.reservedAt());
            accepted.add(reservation.id().value());
            if (stopped) {
                wrong.add("Units were reserved although the sale was stopped: " + reservation.id());
            }
            for (int sent = 0; sent < (luck == 0 ? 0 : luck == 9 ? 2 : 1); sent++) {
                shop.post.orders.add(shop.order.message(reservation, request.detail()));
                queued.add(reservation.id().value());
            }
        }
    }

    private Map<Long, Row> place(SaleCommand saleCommand) {
        var queue = shop.post.orders;
        if (queue.isEmpty()) {
            return ledger.rows();
        }
        var batch = new ArrayList<PlaceOrder>();
        for (int i = 0; i <= saleCommand.how() % 3; i++) {
            var message = queue.get((saleCommand.what() + i * 7) % queue.size());
            if (!batch.contains(message)) {
                batch.add(message);
            }
        }
        var acknowledged = saleCommand.how() / 3 % 10 != 0;
        var expected = ledger.placed(
                batch.stream().map(this::reservation).toList(),
                batch.stream()
                        .filter(message -> kind == OfferKind.GOODS && message.unitPriceFen() != price.fen())
                        .map(message -> Long.parseLong(message.reservationId()))
                        .collect(Collectors.toSet()));
        if (mutant == Mutant.WORKER_ACKNOWLEDGES_FIRST) {
            batch.forEach(queue::remove);
        }
        attempt(() -> {
            if (mutant == Mutant.WORKER_TELLS_REDIS_BEFORE_THE_COMMIT) {
                shop.stock.counter.settle(batch.stream().map(this::reservation).toList());
            }
            var again = shop.order.place(batch);
            if (acknowledged) {
                batch.stream().filter(message -> !again.contains(message)).forEach(queue::remove);
            }
        });
        var committed = !(interrupted && death == Death.BEFORE_COMMIT);
        interrupted = false;
        return committed ? expected : ledger.rows();
    }

    private Reservation reservation(PlaceOrder message) {
        return new Reservation(
                ReservationId.of(message.reservationId()),
                shop.offer,
                AccountId.of(message.shopperId()),
                message.units(),
                Instant.ofEpochMilli(message.reservedAtMs()));
    }

    private void deliverRelease(SaleCommand saleCommand) {
        var releases = shop.post.releases;
        if (!releases.isEmpty()) {
            var task = releases.get(saleCommand.what() % releases.size());
            attempt(() -> {
                shop.stock.release(task);
                if (saleCommand.how() % 4 != 0) {
                    releases.remove(task);
                }
            });
        }
    }

    private Map<Long, Row> sweepWhatIsOld() {
        var expected = ledger.abandoned(shop.stock.model().due(shop.offer));
        attempt(shop::sweepLater);
        return expected;
    }

    private Map<Long, Row> expire(long id) {
        if (row(id).status() == OrderStatus.AWAITING_PAYMENT || row(id).status() == OrderStatus.CLOSING) {
            shop.order.expire(new OrderId(id));
            expired.add(id);
        }
        return ledger.rows();
    }

    private Map<Long, Row> giveUp(long id) {
        if (row(id).status() == OrderStatus.CLOSING) {
            shop.order.giveUpWaitingForTheProvider(new OrderId(id));
            givenUp.add(id);
        }
        return ledger.rows();
    }

    /** Between finding out that the units may go back and putting them back, another poller does the same, or money comes. */
    private Map<Long, Row> close(long id, int how) {
        switch (how % 4) {
            case 1 -> shop.transactions.meanwhile(() -> attempt(() -> shop.order.closeUnpaid(new OrderId(id))), 1);
            case 2 -> shop.transactions.meanwhile(() -> attempt(() -> notifyOfAny(id)), 1);
            default -> {}
        }
        attempt(() -> shop.order.closeUnpaid(new OrderId(id)));
        return expired.contains(id) ? closedPerhaps(id) : ledger.rows();
    }

    private void notifyOfAny(long id) {
        shop.alipay.paid().stream()
                .filter(trade -> trade.order.equals(Long.toString(id)))
                .findFirst()
                .ifPresent(trade -> shop.money.notified(MoneyTwin.paid(trade.order, trade.number, trade.amount, true)));
    }

    private Map<Long, Row> cancel(long id) {
        var shopper = new AccountId(row(id).shopper());
        attempt(() -> shop.order.orders.cancel(shopper, new OrderId(id)));
        return closedPerhaps(id);
    }

    /** One that is closing already is closed also if the provider says nothing; if it says something, that counts. */
    private Map<Long, Row> closeByOperator(long id, boolean silent) {
        var order = new OrderId(id);
        var withoutWord = row(id).status() == OrderStatus.CLOSING;
        if (withoutWord && silent) {
            givenUp.add(id);
        }
        if (mutant == Mutant.OPERATOR_CLOSES_WITHOUT_ASKING) {
            shop.alipay.next(Mood.SILENT);
        }
        attempt(() -> {
            if (withoutWord) {
                shop.order.orders.closeWithoutWord(order, "operator:3");
            } else if (shop.order.orders.startClosing(order, "operator:3")) {
                shop.order.orders.closeIfDue(order, "operator:3");
            }
        });
        return closedPerhaps(id);
    }

    private Map<Long, Row> ask(long id) {
        attempt(() -> shop.money.ask(new OrderId(id)));
        var before = row(id);
        var now = shop.rows().get(id);
        var late = before.status() == OrderStatus.CLOSED
                && now != null
                && now.status() == OrderStatus.REFUNDING
                && isPaidAtTheProvider(id);
        return late ? ledger.moved(id, OrderStatus.REFUNDING) : closedPerhaps(id);
    }

    /** What may become of an order that closes depends on the provider; what may not, does not. */
    private Map<Long, Row> closedPerhaps(long id) {
        var before = row(id);
        var now = Optional.ofNullable(shop.rows().get(id)).map(Row::status).orElse(before.status());
        var open = before.status() == OrderStatus.AWAITING_PAYMENT || before.status() == OrderStatus.CLOSING;
        if (!open) {
            return ledger.rows();
        }
        return switch (now) {
            case CLOSING -> ledger.moved(id, OrderStatus.CLOSING);
            case PAID -> isPaidAtTheProvider(id) ? ledger.moved(id, OrderStatus.PAID) : ledger.rows();
            case CLOSED -> isPaidAtTheProvider(id) && !givenUp.contains(id) ? ledger.rows() : ledger.closed(id);
            default -> ledger.rows();
        };
    }

    private boolean isPaidAtTheProvider(long id) {
        return shop.alipay.paid().stream().anyMatch(trade -> trade.order.equals(Long.toString(id)));
    }

    private Map<Long, Row> begin(long id, int how) {
        attempt(() -> shop.find(new OrderId(id)).ifPresent(order -> {
            if (shop.money.begin(order)) {
                begun.add(id);
            }
        }));
        if (begun.contains(id) && how % 2 == 0) {
            shop.alipay.open(Long.toString(id), price.times(row(id).units()));
        }
        return ledger.rows();
    }

    /** Whoever has the page can pay, once or twice, as long as the provider lets them. */
    private Map<Long, Row> pay(long id) {
        if (begun.contains(id)) {
            shop.alipay.pay(Long.toString(id), price.times(row(id).units()));
        }
        return ledger.rows();
    }

    private Map<Long, Row> notifyOfATrade(SaleCommand saleCommand) {
        var trades = shop.alipay.paid();
        return trades.isEmpty() ? ledger.rows() : notifyOf(trades.get(saleCommand.what() % trades.size()));
    }

    private Map<Long, Row> notifyOf(Trade trade) {
        var id = Long.parseLong(trade.order);
        var known = moneyOf(id).payments().stream()
                .anyMatch(payment -> payment.tradeNo().equals(trade.number));
        var verdict = known ? AlipayNotification.Verdict.KNOWN : verdict(row(id).status());
        var expected = known ? ledger.rows() : ledger.moved(id, paid(row(id).status()));
        attempt(() -> notified(trade.order, trade.number, trade.amount, true, verdict));
        var committed = !(interrupted && death == Death.BEFORE_COMMIT);
        interrupted = false;
        return committed ? expected : ledger.rows();
    }

    private static AlipayNotification.Verdict verdict(OrderStatus status) {
        return status == OrderStatus.AWAITING_PAYMENT || status == OrderStatus.CLOSING
                ? AlipayNotification.Verdict.PAID
                : AlipayNotification.Verdict.PAID_BACK;
    }

    private static OrderStatus paid(OrderStatus status) {
        return switch (status) {
            case AWAITING_PAYMENT, CLOSING -> OrderStatus.PAID;
            case CLOSED -> OrderStatus.REFUNDING;
            case PAID, SHIPPED, FINISHED, REFUNDING, REFUNDED, REJECTED, ABANDONED -> status;
        };
    }

    private Map<Long, Row> notifyWrongly(long id, int how) {
        if (!row(id).status().isTombstone()) {
            var amount = new Money(price.times(row(id).units()).fen() + (how % 2 == 0 ? 1 : -1));
            attempt(() ->
                    notified(Long.toString(id), id + "W" + how, amount, true, AlipayNotification.Verdict.WRONG_AMOUNT));
        }
        return ledger.rows();
    }

    private Map<Long, Row> forge(long id) {
        attempt(() -> notified(
                Long.toString(id), id + "F", price.times(row(id).units()), false, AlipayNotification.Verdict.FORGED));
        return ledger.rows();
    }

    private void notified(
            String order, String trade, Money amount, boolean genuine, AlipayNotification.Verdict expected) {
        shop.order.believe(Optional.of(amount));
        try {
            var verdict = shop.money.notified(MoneyTwin.paid(order, trade, amount, genuine));
            if (verdict != expected) {
                wrong.add("The notification of " + trade + " is " + verdict + ", not " + expected);
            }
        } finally {
            shop.order.believe(Optional.empty());
        }
    }

    /** Under one of two numbers. */
    private Map<Long, Row> ship(long id, int how) {
        var number = "SF" + how % 2;
        var expected = whyNotShipped(id, number);
        attempt(() -> {
            var refusal = shop.shipping.ship(new OrderId(id), number);
            if (!refusal.equals(expected)) {
                wrong.add("Shipping " + id + " was answered with " + refusal + ", not " + expected);
            }
        });
        return row(id).status() == OrderStatus.PAID && expected.isEmpty()
                ? ledger.moved(id, OrderStatus.SHIPPED)
                : ledger.rows();
    }

    /** From one of the two numbers to the other. It moves nothing. */
    private Map<Long, Row> correctParcel(long id, int how) {
        var was = "SF" + how % 2;
        var now = "SF" + (how + 1) % 2;
        var expected = whyNotCorrected(id, was, now);
        attempt(() -> {
            var refusal = shop.shipping.correct(new OrderId(id), was, now);
            if (!refusal.equals(expected)) {
                wrong.add("Correcting " + id + " was answered with " + refusal + ", not " + expected);
            }
        });
        return ledger.rows();
    }

    private Optional<ShippingRefusal> whyNotCorrected(long id, String was, String now) {
        if (row(id).status().isTombstone()) {
            return Optional.of(ShippingRefusal.NO_SUCH_ORDER);
        }
        if (row(id).status() != OrderStatus.SHIPPED) {
            return Optional.of(ShippingRefusal.NOT_SHIPPED);
        }
        var sent = shop.find(new OrderId(id)).flatMap(Order::shipment).orElseThrow();
        return sent.isBy("SF", was) || sent.isBy("SF", now)
                ? Optional.empty()
                : Optional.of(ShippingRefusal.SHIPPED_OTHERWISE);
    }

    private Optional<ShippingRefusal> whyNotShipped(long id, String number) {
        if (row(id).status().isTombstone()) {
            return Optional.of(ShippingRefusal.NO_SUCH_ORDER);
        }
        var before = shop.find(new OrderId(id)).flatMap(Order::shipment);
        if (before.isPresent()) {
            return before.get().isBy("SF", number) ? Optional.empty() : Optional.of(ShippingRefusal.SHIPPED_OTHERWISE);
        } else if (row(id).status() != OrderStatus.PAID) {
            return Optional.of(ShippingRefusal.NOT_PAID);
        }
        return moneyOf(id).hasOpenRefund() ? Optional.of(ShippingRefusal.REFUND_OPEN) : Optional.empty();
    }

    private Map<Long, Row> receive(long id) {
        var before = row(id).status();
        var expected = whyNotReceived(id);
        attempt(() -> {
            var refusal = shop.shipping.receive(new AccountId(row(id).shopper()), new OrderId(id));
            if (!refusal.equals(expected)) {
                wrong.add("Receiving " + id + " was answered with " + refusal + ", not " + expected);
            }
        });
        return before == OrderStatus.SHIPPED && expected.isEmpty()
                ? ledger.moved(id, OrderStatus.FINISHED)
                : ledger.rows();
    }

    private Optional<ShippingRefusal> whyNotReceived(long id) {
        return switch (row(id).status()) {
            case REJECTED, ABANDONED -> Optional.of(ShippingRefusal.NO_SUCH_ORDER);
            case FINISHED -> Optional.empty();
            case SHIPPED -> moneyOf(id).hasOpenRefund() ? Optional.of(ShippingRefusal.REFUND_OPEN) : Optional.empty();
            default -> Optional.of(ShippingRefusal.NOT_SHIPPED);
        };
    }

    private Map<Long, Row> finishByTime() {
        var after = new LinkedHashMap<>(ledger.rows());
        after.replaceAll(
                (id, row) -> row.status() == OrderStatus.SHIPPED && !moneyOf(id).hasOpenRefund()
                        ? new Row(row.shopper(), row.units(), OrderStatus.FINISHED, row.holds())
                        : row);
        attempt(shop.shipping::finishByTime);
        return after;
    }

    /** At the counter, once. */
    private Map<Long, Row> useCoupon(long id) {
        var expected = whyNotUsed(id);
        attempt(() -> {
            var refusal = shop.coupons.use(new OrderId(id));
            if (!refusal.equals(expected)) {
                wrong.add("Using the coupon of " + id + " was answered with " + refusal + ", not " + expected);
            }
        });
        if (shop.coupons.isUsed(new OrderId(id))) {
            used.add(id);
        }
        return ledger.rows();
    }

    private Optional<CouponRefusal> whyNotUsed(long id) {
        if (kind != OfferKind.COUPON || row(id).status().isTombstone()) {
            return Optional.of(CouponRefusal.NO_SUCH_COUPON);
        }
        return used.contains(id) ? Optional.of(CouponRefusal.COUPON_USED) : Optional.empty();
    }

    /** What a shopper was shown; on a node that is behind it is the price before. Who lives at one address writes it each in another way. */
    private String detail(long shopper, boolean isBehind) {
        var shown = priceBefore.filter(before -> isBehind).orElse(price);
        return kind == OfferKind.COUPON
                ? "1 0 -"
                : "1 " + shown.fen() + " "
                        + ADDRESSES.get((int) (shopper % ADDRESSES.size())).formatted(LedgerModel.addressOf(shopper));
    }

    /** All of it, a part of it, or more than there is. */
    private Map<Long, Row> giveMoneyBack(long id, int how, boolean asked) {
        var money = moneyOf(id);
        var refundable = money.refundable().fen();
        var amount = new Money(
                switch (how % 4) {
                    case 0 -> refundable;
                    case 1 -> refundable + 1;
                    default -> refundable / (2 + how % 3);
                });
        var may = REFUNDABLE.contains(row(id).status())
                && !money.hasOpenRefund()
                && amount.fen() > 0
                && amount.fen() <= refundable;
        var yes = !asked || how / 4 % 3 > 0;
        var shopper = new AccountId(row(id).shopper());
        attempt(() -> {
            var refusal = asked
                    ? shop.money.askAndDecide(shopper, new OrderId(id), amount, yes)
                    : shop.money.give(new OrderId(id), amount);
            if (refusal.isPresent() == may) {
                wrong.add("Giving " + amount + " of " + money + " was answered with " + refusal);
            }
        });
        return may && yes && amount.fen() == refundable ? ledger.moved(id, OrderStatus.REFUNDING) : ledger.rows();
    }

    private Map<Long, Row> payBack() {
        attempt(() -> shop.money.payBack(
                ledger.rows().keySet().stream().map(OrderId::new).toList()));
        return goneBack();
    }

    /** An order is refunded when all that came for it has gone back at the provider. */
    private Map<Long, Row> goneBack() {
        var after = new LinkedHashMap<>(ledger.rows());
        after.replaceAll((id, row) -> {
            var now = shop.rows().get(id);
            var back = row.status() == OrderStatus.REFUNDING
                    && now != null
                    && now.status() == OrderStatus.REFUNDED
                    && shop.alipay.paid().stream()
                            .filter(trade -> trade.order.equals(Long.toString(id)) && isBooked(trade))
                            .allMatch(trade -> trade.backFen() == trade.amount.fen());
            return back ? new Row(row.shopper(), row.units(), OrderStatus.REFUNDED, row.holds()) : row;
        });
        return after;
    }

    private boolean isBooked(Trade trade) {
        return moneyOf(Long.parseLong(trade.order)).payments().stream()
                .anyMatch(payment -> payment.tradeNo().equals(trade.number));
    }

    private Map<Long, Row> putUnitsBack(long id) {
        var may = row(id).status() == OrderStatus.REFUNDED && row(id).holds();
        attempt(() -> {
            if (shop.money.putUnitsBack(new OrderId(id)).isPresent() == may) {
                wrong.add("Putting the units of " + id + " back was answered wrongly");
            }
        });
        return may ? ledger.unitsBack(id) : ledger.rows();
    }

    /** Up, down, and sometimes below what is sold or reserved. */
    private void restock(SaleCommand saleCommand) {
        var to = Math.max(1, ledger.held() + saleCommand.how() % 8 - 1);
        var seen = terms();
        oldTerms.add(seen);
        if (mutant == Mutant.OPERATOR_WHO_INCREMENTS_REDIS) {
            shop.incrementLeft(to - ledger.total());
        }
        if (to != seen.total()) {
            var expected = whyNoUnits(seen, to);
            attempt(() -> {
                var refusal = changeUnits(seen, to);
                if (!refusal.equals(expected)) {
                    wrong.add("A total of " + to + " instead of " + seen.total() + " was answered with " + refusal
                            + ", not " + expected);
                }
            });
            if (terms().total() == to && expected.isEmpty()) {
                ledger.changeTotal(to);
                if (terms().totalVersion() <= seen.totalVersion()) {
                    wrong.add("A total of " + to + " has version " + terms().totalVersion() + " as the one before");
                }
            }
        }
        oldTerms.add(terms());
        if (saleCommand.what() % 2 == 0) {
            attempt(() -> shop.stock.loading.align(shop.offer));
        }
    }

    private Optional<SaleRefusal> changeUnits(SaleTerms seen, int to) {
        var units = Math.abs(to - seen.total());
        try {
            if (to > seen.total()) {
                shop.sale.units.add(StockWorkbench.OPERATOR, shop.offer, units, seen.totalVersion(), "restocked");
            } else {
                shop.sale.units.takeOff(StockWorkbench.OPERATOR, shop.offer, units, seen.totalVersion(), "restocked");
            }
            return Optional.empty();
        } catch (SaleRefused refused) {
            return Optional.of(refused.reason());
        }
    }

    /** Why the units may not change so: nothing that an order holds or somebody has reserved is taken off. */
    private Optional<SaleRefusal> whyNoUnits(SaleTerms seen, int to) {
        var counter = shop.stock.model();
        var difference = to - seen.total();
        if (seen.isStopped()) {
            return Optional.of(SaleRefusal.STOPPED);
        } else if (difference > 0) {
            return Optional.empty();
        } else if (ledger.available() + difference < 0) {
            return Optional.of(SaleRefusal.UNITS_SOLD);
        } else if (counter.gate() == StockView.Gate.COLD) {
            return Optional.empty();
        } else if (counter.version() > seen.totalVersion()) {
            return Optional.of(SaleRefusal.COUNTER_BUSY);
        }
        return counter.left() + to - counter.total() < 0 ? Optional.of(SaleRefusal.UNITS_SOLD) : Optional.empty();
    }

    /** Nothing is reserved from then on, whoever rebuilds; what was reserved becomes orders. */
    private void stopForGood() {
        var seen = terms();
        var expected = upcoming || (seen.isStopped() && seen.total() == 0)
                ? Optional.of(SaleRefusal.NOT_ON_SALE)
                : Optional.<SaleRefusal>empty();
        compare("Stopping", expected, () -> shop.sale.stop.stop(StockWorkbench.OPERATOR, shop.offer, "for good"));
        stopped |= expected.isEmpty();
    }

    /** It turns out that it has not opened yet, before anybody came. */
    private void opensLater() {
        if (ledger.rows().isEmpty() && accepted.isEmpty() && !terms().isStopped()) {
            upcoming = true;
            shop.stock.opens(true);
        }
    }

    private void opensNow() {
        if (upcoming) {
            upcoming = false;
            shop.stock.opens(false);
        }
    }

    /** Its counter is filled anew, or told by the repair, if that was interrupted. */
    private void changeLimit(int to) {
        var expected = whyNotBeforeTheOpening();
        attempt(() -> compare(
                "A limit of " + to,
                expected,
                () -> shop.sale.limit.change(StockWorkbench.OPERATOR, shop.offer, to, "another limit")));
        if (expected.isEmpty()) {
            forgot = true;
            limitChanged = true;
            ledger.changeLimit(interrupted ? terms().limitPerShopper() : to);
        }
    }

    /** 0 for no limit. */
    private void limitAddresses(int to) {
        var expected = whyNotBeforeTheOpening();
        attempt(() -> compare(
                "A limit for addresses of " + to,
                expected,
                () -> shop.sale.addressLimit.change(StockWorkbench.OPERATOR, shop.offer, to, "another limit")));
        if (expected.isEmpty()) {
            ledger.limitAddresses(interrupted ? terms().limitPerAddress() : to);
        }
    }

    private void changePrice(Money to) {
        if (kind == OfferKind.COUPON) {
            return;
        }
        var expected = whyNotBeforeTheOpening();
        attempt(() -> compare(
                "A price of " + to,
                expected,
                () -> shop.sale.price.change(StockWorkbench.OPERATOR, shop.offer, price, to, "another price")));
        if (expected.isEmpty()) {
            priceBefore = Optional.of(price);
            price = interrupted ? new Money(shop.price()) : to;
        }
    }

    /** It never opens, and nobody gets a unit of it. */
    private void withdraw() {
        var expected = whyNotBeforeTheOpening();
        attempt(() -> {
            compare(
                    "Withdrawing",
                    expected,
                    () -> shop.sale.withdrawal.withdraw(StockWorkbench.OPERATOR, shop.offer, "not now"));
            stopped |= expected.isEmpty();
        });
        if (expected.isEmpty() && (!interrupted || terms().isStopped())) {
            ledger.changeTotal(0);
        }
    }

    private Optional<SaleRefusal> whyNotBeforeTheOpening() {
        if (terms().isStopped()) {
            return Optional.of(SaleRefusal.STOPPED);
        }
        return upcoming ? Optional.empty() : Optional.of(SaleRefusal.OPENED);
    }

    private void compare(String what, Optional<SaleRefusal> expected, Runnable act) {
        Optional<SaleRefusal> refusal = Optional.empty();
        try {
            act.run();
        } catch (SaleRefused refused) {
            refusal = Optional.of(refused.reason());
        }
        if (!refusal.equals(expected)) {
            wrong.add(what + " was answered with " + refusal + ", not " + expected);
        }
    }

    private void tellAnOldTotal(SaleCommand saleCommand) {
        if (!oldTerms.isEmpty()) {
            attempt(() -> shop.stock.tellTotal(oldTerms.get(saleCommand.what() % oldTerms.size())));
        }
    }

    private void pauseOrResume() {
        if (terms().paused()) {
            shop.stock.gate.resume(StockWorkbench.OPERATOR, shop.offer);
        } else {
            shop.stock.gate.pause(StockWorkbench.OPERATOR, shop.offer);
        }
    }

    private void rebuild() {
        forgot = true;
        try {
            shop.rebuild.now(shop.offer);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private void reserveStrangely(SaleCommand saleCommand) {
        var units = STRANGE_UNITS.get(saleCommand.how() % STRANGE_UNITS.size());
        var answer = shop.stock.reserve(
                request(
                        1 + saleCommand.what() % SHOPPERS,
                        1,
                        "key" + StockWorkbench.nextId(),
                        detail(1 + saleCommand.what() % SHOPPERS, false)),
                units);
        if (answer.equals("KEPT") || answer.equals("EXISTING")) {
            wrong.add("Units of " + units + " were answered with " + answer);
        }
    }

    /** Somebody writes past the scripts, and the shop repairs it before anything else happens. */
    private void spoil(SaleCommand saleCommand) {
        if (shop.stock.model().gate() == StockView.Gate.COLD || terms().isStopped()) {
            return;
        }
        forgot = true;
        disarm();
        shop.stock.spoil(SPOILS.get(saleCommand.what() % SPOILS.size()));
        repair();
    }

    /** As the shop does by itself, sooner or later. */
    private void repair() {
        try {
            for (int turn = 0; turn < 3; turn++) {
                shop.letRebuildsRest();
                shop.rebuild.whereNeeded(List.of(shop.offer));
                shop.letRebuildsRest();
                shop.repair.repair(List.of(shop.offer));
            }
            if (shop.stock.inspection.gate(shop.offer).equals(Optional.of(StockView.Gate.WARMING))) {
                shop.rebuild.now(shop.offer);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private void beginRebuild() {
        if (rebuilders.size() < 3) {
            rebuilders.add(new Rebuilder(terms()));
        }
    }

    private void stepRebuild(SaleCommand saleCommand) {
        if (!rebuilders.isEmpty()) {
            var rebuilder = rebuilders.get(saleCommand.what() % rebuilders.size());
            attempt(() -> {
                if (saleCommand.how() % 12 == 0 || !rebuilder.step()) {
                    rebuilders.remove(rebuilder);
                }
            });
            if (interrupted) {
                rebuilders.remove(rebuilder);
            }
        }
    }

    /** All mishaps are over, and everything that is under way arrives. */
    private List<String> end() throws InterruptedException {
        try {
            settleDown();
        } catch (RuntimeException surprise) {
            wrong.add("At the end it threw " + surprise);
            return wrong;
        }
        var report = shop.check.check(shop.offer);
        wrong.addAll(shop.stock.disagreements());
        wrong.addAll(shop.broken(report.findings().toList()));
        var rows = shop.rows();
        accepted.stream()
                .filter(id -> !forgot || queued.contains(id))
                .filter(id -> !rows.containsKey(id))
                .forEach(id -> wrong.add("There is neither order nor tombstone for " + id));
        rows.forEach((id, row) -> {
            if (row.status() == OrderStatus.AWAITING_PAYMENT || row.status() == OrderStatus.CLOSING) {
                wrong.add("Order " + id + " still is " + row.status());
            }
        });
        shop.alipay.paid().forEach(this::checkMoney);
        return wrong;
    }

    private void settleDown() throws InterruptedException {
        for (int call = 0; call < 50; call++) {
            shop.stock.arriveLate();
        }
        while (!rebuilders.isEmpty()) {
            rebuilders.removeIf(rebuilder -> !rebuilder.step());
        }
        var gate = shop.stock.model().gate();
        if (gate == StockView.Gate.COLD || gate == StockView.Gate.WARMING) {
            shop.rebuild.now(shop.offer);
        }
        if (limitChanged && !terms().isStopped()) {
            repair();
            if (shop.stock.model().limit() != ledger.limit()) {
                wrong.add("The counter has a limit of " + shop.stock.model().limit() + ", not " + ledger.limit());
            }
        }
        deliverAll();
        shop.stock.makeDue();
        shop.sweeper.sweep(shop.offer);
        deliverAll();
        ledger.become(shop.rows());
        for (var trade : shop.alipay.paid()) {
            notifyOf(trade);
            ledger.become(shop.rows());
        }
        for (var id : shop.rows().keySet()) {
            shop.order.expire(new OrderId(id));
            shop.order.closeUnpaid(new OrderId(id));
        }
        for (int round = 0; round < 4; round++) {
            shop.money.payBack(shop.rows().keySet().stream().map(OrderId::new).toList());
        }
        deliverAll();
        shop.stock.makeDue();
        shop.sweepLater();
        if (forgot) {
            shop.audit.audit(shop.offer);
        } else {
            shop.stock.loading.align(shop.offer);
        }
    }

    private void deliverAll() {
        for (var message : List.copyOf(shop.post.orders)) {
            shop.order.place(List.of(message));
        }
        shop.post.orders.clear();
        List.copyOf(shop.post.releases).forEach(shop.stock::release);
        shop.post.releases.clear();
    }

    /** Each success at the provider has paid its order or has gone back, once, and the shop says the same. */
    private void checkMoney(Trade trade) {
        var id = Long.parseLong(trade.order);
        var money = moneyOf(id);
        var state = money.payments().stream()
                .filter(payment -> payment.tradeNo().equals(trade.number))
                .map(Payment::state)
                .findFirst();
        var back = money.refunds().stream()
                .filter(refund ->
                        refund.tradeNo().equals(trade.number) && refund.doneAt().isPresent())
                .mapToLong(refund -> refund.amount().fen())
                .sum();
        var status = Optional.ofNullable(shop.rows().get(id)).map(Row::status);
        var wholly =
                !state.equals(Optional.of(Payment.State.APPLIED)) || status.equals(Optional.of(OrderStatus.REFUNDED));
        if (state.isEmpty()
                || back != trade.backFen()
                || (wholly && back != trade.amount.fen())
                || money.hasOpenRefund()) {
            wrong.add("Q5 trade " + trade.number + " of " + trade.amount + " is " + state + " of an order that is "
                    + status + ", " + back + " fen went back by the shop's books, " + trade.backFen()
                    + " by the provider's");
        }
    }

    private OrderMoney moneyOf(long id) {
        return shop.money.money(new OrderId(id));
    }

    private SaleTerms terms() {
        return shop.stock.ledger.terms(shop.offer).orElseThrow();
    }

    /** One who rebuilds, and may be interrupted by others or stop for good between any two steps. */
    private final class Rebuilder {

        private final SaleTerms seen;
        private Optional<SaleTerms> begun = Optional.empty();
        private int next;

        Rebuilder(SaleTerms seen) {
            this.seen = seen;
        }

        /** Takes the next step; false after the last one. */
        boolean step() {
            next++;
            return switch (next) {
                case 1 -> begin();
                case 2 -> load();
                case 3 -> {
                    shop.audit.settleHeld(shop.offer);
                    yield true;
                }
                case 4 -> {
                    shop.audit.audit(shop.offer);
                    yield true;
                }
                default -> {
                    begun.ifPresent(shop.stock.loading::open);
                    yield false;
                }
            };
        }

        private boolean begin() {
            var mine = terms().epoch() == seen.epoch();
            begun = shop.stock.loading.begin(seen, Duration.ZERO);
            if (begun.isPresent() != mine) {
                wrong.add("Who saw epoch " + seen.epoch() + " may " + (mine ? "" : "not ") + "begin");
            }
            return begun.isPresent();
        }

        private boolean load() {
            forgot = true;
            return begun.filter(shop.stock.loading::load).isPresent();
        }
    }

    /**
     * What went wrong.
     *
     * @param step after how many commands
     * @param when after which, or at rest
     * @param what everything that was wrong then
     */
    record Failure(int step, String when, List<String> what) {}
}
