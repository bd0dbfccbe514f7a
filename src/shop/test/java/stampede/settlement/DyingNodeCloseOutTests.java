package stampede.settlement;

import static org.assertj.core.api.Assertions.assertThat;
import static stampede.counter.StockWorkbench.request;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.aopalliance.intercept.MethodInterceptor;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import stampede.books.BooksReport;
import stampede.catalog.OfferId;
import stampede.counter.ReserveAnswer;
import stampede.counter.ReserveRequest;
import stampede.counter.StockWorkbench;
import stampede.money.Money;
import stampede.order.OrderId;
import stampede.order.OrderStatus;
import stampede.payment.AlipayNotification;
import stampede.payment.MoneyTwin;
import stampede.payment.PretendAlipay.Mood;
import stampede.simulation.MortalTransactions.Died;
import stampede.simulation.Mutant;
import stampede.simulation.TwinShop;

/** Sales that are settled by nodes that die at it, and money that comes when all of it is long over. */
class DyingNodeCloseOutTests {

    private static final Money PRICE = new Money(990);

    private final BooksWorkbench bench = new BooksWorkbench();

    @Test
    void thereIsOneSettlementAndRedisForgetsWhereverTheFirstNodeDies() {
        var deaths = 0;
        while (true) {
            var offer = soldAndOver();
            var lives = new AtomicInteger(deaths);
            try {
                settling(lives).closeOut(offer);
                break;
            } catch (Died died) {
                deaths++;
            }
            theNextNodeLooks(offer);
            assertSettledOnce(offer, deaths);
        }
        assertThat(deaths).as("steps, each before and after").isGreaterThan(20);
    }

    @Test
    void moneyThatComesAfterwardsGoesBackOnceAndTheBooksStayTrue() throws InterruptedException {
        var shop = new TwinShop(5, 2, Mutant.NONE);
        shop.rebuild.now(shop.offer);
        var kept = placed(shop, 7);
        var late = placed(shop, 8);
        pay(shop, kept);
        closeWhileAlipayIsSilent(shop, late);
        shop.post.releases.forEach(shop.stock::release);
        end(shop.offer);
        theNextNodeLooks(shop.offer);
        assertSettledOnce(shop.offer, 0);

        assertThat(pay(shop, late)).isEqualTo(AlipayNotification.Verdict.PAID_BACK);
        assertThat(pay(shop, kept)).isEqualTo(AlipayNotification.Verdict.PAID_BACK);
        shop.money.payBack(List.of(kept, late));
        shop.money.payBack(List.of(kept, late));

        assertThat(shop.find(late).orElseThrow().status()).isEqualTo(OrderStatus.REFUNDED);
        assertThat(shop.find(kept).orElseThrow().status()).isEqualTo(OrderStatus.PAID);
        assertThat(shop.alipay.paid())
                .filteredOn(trade -> trade.backFen() == PRICE.fen())
                .as("the late one and the second one went back in full")
                .hasSize(2);
        assertThat(shop.broken(bench.check.check(shop.offer).findings().toList()))
                .isEmpty();
        theNextNodeLooks(shop.offer);
        assertSettledOnce(shop.offer, 0);
    }

    /** Two units sold, one of them closed again; over for an hour. */
    private OfferId soldAndOver() {
        var offer = bench.stock.openOffer(10, 3);
        for (var shopper : List.of(7, 8)) {
            var reservation = bench.stock.reserve(request(offer, shopper, 1)).orElseThrow();
            bench.orders.place(reservation);
            bench.stock.counter.settle(List.of(reservation));
            if (shopper == 8) {
                bench.orders.close(reservation);
                bench.stock.counter.release(List.of(reservation));
            }
        }
        end(offer);
        return offer;
    }

    private void end(OfferId offer) {
        bench.stock.jdbc.update(
                "update stock_balance set opens_ms = 0, closes_ms = ? where offer_id = ?",
                System.currentTimeMillis() - 3_600_000,
                offer.value());
    }

    /** As {@link SaleCloseOutJob} does. */
    private void theNextNodeLooks(OfferId offer) {
        if (bench.stock.settling.due(Instant.now(), 1_000_000).contains(offer)) {
            assertThat(bench.settling.closeOut(offer)).isEqualTo(BooksReport.Verdict.AGREE);
        }
        if (bench.stock.settling.toDrop(1_000_000).contains(offer)) {
            bench.stock.settling.drop(offer);
        }
    }

    private void assertSettledOnce(OfferId offer, int deaths) {
        var settlement = bench.settlements.find(offer);
        assertThat(settlement).as("after %d steps", deaths).isPresent();
        assertThat(bench.stock.jdbc.queryForObject(
                        "select count(*) from settlement_line where offer_id = ?", Integer.class, offer.value()))
                .as("after %d steps", deaths)
                .isEqualTo(settlement.orElseThrow().lines());
        assertThat(bench.settlements.faults(offer)).isEmpty();
        assertThat(bench.stock.redis.keys("stock:{" + offer + "}:*")).isEmpty();
        assertThat(bench.stock.settling.toDrop(1_000_000)).doesNotContain(offer);
        assertThat(bench.check.check(offer).agree()).isTrue();
    }

    /** The node's process ends before or after one of the calls that settling is made of, as far as anybody can tell. */
    private SaleCloseOut settling(AtomicInteger lives) {
        var rows = new SettlementRepository(bench.stock.sql, bench.stock.jdbc);
        var stock = mortal(bench.stock.settling, lives);
        return new SaleCloseOut(
                stock,
                mortal(bench.sweeper, lives),
                mortal(bench.audit, lives),
                mortal(bench.check, lives),
                mortal(bench.verdicts, lives),
                new SettlementWriter(
                        stock,
                        bench.stock.ledger,
                        mortal(new LedgerHashChain(new LedgerMovementRepository(bench.stock.sql), rows), lives),
                        mortal(rows, lives),
                        new Transactions(
                                Objects.requireNonNull(bench.stock.transactions.getTransactionManager()), lives),
                        bench.stock.clock));
    }

    @SuppressWarnings("unchecked")
    private static <T> T mortal(T part, AtomicInteger lives) {
        var factory = new ProxyFactory(part);
        factory.setProxyTargetClass(true);
        factory.addAdvice(death(lives));
        return (T) factory.getProxy();
    }

    private static MethodInterceptor death(AtomicInteger lives) {
        return call -> {
            takeOne(lives);
            var answer = call.proceed();
            takeOne(lives);
            return answer;
        };
    }

    private static void takeOne(AtomicInteger lives) {
        if (lives.getAndDecrement() == 0) {
            throw new Died();
        }
    }

    private static OrderId placed(TwinShop shop, long shopper) {
        var detail = "1 " + PRICE.fen() + " Somewhere 5";
        var wanted = request(shop.offer, shopper, 1, "key" + shopper);
        var request =
                new ReserveRequest(wanted.id(), wanted.offer(), wanted.shopper(), 1, wanted.idempotencyKey(), detail);
        var kept = (ReserveAnswer.Reserved) shop.stock.counter.reserve(request);
        var reservation = StockWorkbench.reservation(request, kept.reservedAt());
        assertThat(shop.order.place(List.of(shop.order.message(reservation, detail))))
                .isEmpty();
        return TwinShop.id(reservation);
    }

    /** Alipay has not closed the trade, so whoever still has the page can pay. */
    private static void closeWhileAlipayIsSilent(TwinShop shop, OrderId order) {
        shop.alipay.open(order.toString(), PRICE);
        shop.order.expire(order);
        shop.alipay.next(Mood.SILENT);
        shop.order.closeUnpaid(order);
        shop.order.giveUpWaitingForTheProvider(order);
        shop.alipay.next(Mood.SILENT);
        shop.order.closeUnpaid(order);
        shop.alipay.next(Mood.ANSWERS);
        assertThat(shop.find(order).orElseThrow().status()).isEqualTo(OrderStatus.CLOSED);
    }

    private static AlipayNotification.Verdict pay(TwinShop shop, OrderId order) {
        var trade = shop.alipay.pay(order.toString(), PRICE).orElseThrow();
        return shop.money.notified(MoneyTwin.paid(trade.order, trade.number, trade.amount, true));
    }

    /** Whoever is dead has no connection any more, so what it had open is rolled back. */
    private record Transactions(PlatformTransactionManager real, AtomicInteger lives)
            implements PlatformTransactionManager {

        @Override
        public TransactionStatus getTransaction(@Nullable TransactionDefinition definition) {
            takeOne(lives);
            return real.getTransaction(definition);
        }

        @Override
        public void commit(TransactionStatus status) {
            try {
                takeOne(lives);
            } catch (Died died) {
                real.rollback(status);
                throw died;
            }
            real.commit(status);
            takeOne(lives);
        }

        @Override
        public void rollback(TransactionStatus status) {
            real.rollback(status);
        }
    }
}
