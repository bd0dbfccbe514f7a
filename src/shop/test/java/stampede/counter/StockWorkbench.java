package stampede.counter;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicLong;
import org.flywaydb.core.Flyway;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.RedisCallback;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.account.AccountId;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.audit.AuditLogs;
import stampede.catalog.OfferId;
import stampede.catalog.OfferKind;
import stampede.catalog.SaleWindow;
import stampede.database.CheckViolationTranslator;
import stampede.money.Money;
import stampede.sale.PauseRequestRepository;
import stampede.sale.SalePause;
import stampede.stock.AddressQuotaRepository;
import stampede.stock.Reservation;
import stampede.stock.ReservationId;
import stampede.stock.SaleTerms;
import stampede.stock.ShopperQuotaRepository;
import stampede.stock.StockBalanceRepository;
import stampede.stock.StockLedger;
import stampede.stock.StockMovementRepository;

/**
 * Stock on the real servers without the rest of the shop, in a schema and a Redis database of its own: the loops of a shop
 * that other tests run see nothing of it, so a test sees what it did itself and nothing else. One for all tests.
 */
public final class StockWorkbench {

    private static final int REDIS_DATABASE = 1;
    private static final AtomicLong NEXT = new AtomicLong(System.currentTimeMillis() << 20);
    private static final StockWorkbench ONE = new StockWorkbench();

    /** Whoever pauses and resumes. */
    public static final SignedIn OPERATOR = new SignedIn(new AccountId(3), "operator", Role.OPERATOR);

    public final Clock clock = Clock.systemUTC();
    public final JdbcTemplate jdbc;
    public final JdbcClient sql;
    public final TransactionTemplate transactions;
    public final StringRedisTemplate redis;
    public final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    public final ConcurrentLinkedQueue<Object> events = new ConcurrentLinkedQueue<>();
    public final StockCounter counter;
    public final CounterInspection inspection;
    public final CounterReservations reservations;
    public final CounterLoader loading;
    public final StockLedger ledger;
    public final SalePause gate;
    public final CounterCloser settling;
    public final StockBalanceRepository balances;
    final StockMovementRepository movements;
    final ShopperQuotaRepository quotas;
    public final CounterRedis scripts;
    final CachedLiveStock live;
    public final RedisConnectionFactory connections;
    private final StockCounter eager;

    private StockWorkbench() {
        var dataSource = dataSource();
        Flyway.configure().dataSource(dataSource).load().migrate();
        jdbc = new JdbcTemplate(dataSource);
        jdbc.setExceptionTranslator(new CheckViolationTranslator());
        sql = JdbcClient.create(jdbc);
        transactions = new TransactionTemplate(new JdbcTransactionManager(dataSource));
        connections = connections();
        redis = new StringRedisTemplate(connections);
        var properties = new CounterProperties(Duration.ofSeconds(5), Duration.ofMillis(100), 64);
        scripts = new CounterRedis(connections, properties, meters, ForkJoinPool.commonPool());
        inspection = new CounterInspection(scripts);
        live = new CachedLiveStock(inspection);
        counter = new StockCounter(
                scripts, properties, new CounterEventPublisher(events::add), live, ForkJoinPool.commonPool());
        eager = new StockCounter(
                scripts,
                new CounterProperties(properties.timeout(), Duration.ZERO, properties.mostPerCall()),
                new CounterEventPublisher(events::add),
                live,
                ForkJoinPool.commonPool());
        reservations = new CounterReservations(scripts);
        balances = new StockBalanceRepository(jdbc, sql, clock);
        movements = new StockMovementRepository(jdbc, sql, clock);
        quotas = new ShopperQuotaRepository(jdbc, sql);
        loading = new CounterLoader(balances, inspection, scripts);
        ledger = new StockLedger(balances, quotas, new AddressQuotaRepository(jdbc), movements, events::add);
        gate = new SalePause(
                balances, loading, new PauseRequestRepository(sql), AuditLogs.on(sql, clock), transactions, clock);
        settling = new CounterCloser(balances, loading);
    }

    public static StockWorkbench get() {
        return ONE;
    }

    public static long nextId() {
        return NEXT.incrementAndGet();
    }

    /** An offer in the ledger only, on sale for an hour. */
    public OfferId offer(int units, int limitPerShopper) {
        return offer(units, limitPerShopper, onSale());
    }

    /** An offer in the ledger only. */
    public OfferId offer(int units, int limitPerShopper, SaleWindow window) {
        return offer(new OfferId(nextId()), units, limitPerShopper, window);
    }

    /** One that bots alone may buy, in the ledger and, loaded and open, in the counter. */
    public OfferId openShadow(int units, int limitPerShopper) {
        var shadow = offer(OfferId.shadow(nextId()), units, limitPerShopper, onSale());
        open(shadow);
        return shadow;
    }

    private OfferId offer(OfferId offer, int units, int limitPerShopper, SaleWindow window) {
        transactions.executeWithoutResult(status -> {
            balances.open(offer, window, limitPerShopper, 0, units, Optional.empty(), OfferKind.GOODS);
            movements.init(offer, units);
        });
        return offer;
    }

    /** An offer in the ledger and, loaded and open, in the counter. */
    public OfferId openOffer(int units, int limitPerShopper) {
        var offer = offer(units, limitPerShopper);
        open(offer);
        return offer;
    }

    /** What the ledger asks for one unit from now on; before that it compares no price. */
    public void price(OfferId offer, long fen) {
        balances.changePrice(offer, new Money(fen));
    }

    /** Loads and opens the counter as a first warm-up does. */
    public SaleTerms open(OfferId offer) {
        var terms =
                loading.begin(ledger.terms(offer).orElseThrow(), Duration.ZERO).orElseThrow();
        loading.load(terms);
        loading.open(terms);
        return terms;
    }

    /** Redis forgets this offer. */
    public void lose(OfferId offer) {
        redis.delete(List.of("state", "shoppers", "reservations", "pending", "keys", "released", "moves").stream()
                .map(part -> key(offer, part))
                .toList());
    }

    /** Puts back what {@code redis.dump} read. */
    public void restore(String key, byte[] dump) {
        redis.execute((RedisCallback<Boolean>) connection -> {
            connection.keyCommands().restore(CounterRedis.bytes(key), 0, dump);
            return true;
        });
    }

    public static String key(OfferId offer, String part) {
        return "stock:{" + offer + "}:" + part;
    }

    public static ReserveRequest request(OfferId offer, long shopper, int units) {
        return request(offer, shopper, units, "key-" + nextId());
    }

    public static ReserveRequest request(OfferId offer, long shopper, int units, String key) {
        return new ReserveRequest(
                new ReservationId(nextId()), offer, new AccountId(shopper), units, key, "1 990 Somewhere 5");
    }

    /** The reservation, if the units were kept. */
    public Optional<Reservation> reserve(ReserveRequest request) {
        return counter.reserve(request) instanceof ReserveAnswer.Reserved kept
                ? Optional.of(reservation(request, kept.reservedAt()))
                : Optional.empty();
    }

    /** The same, and its first check is due at once. */
    public Optional<Reservation> reserveForAnEagerSweeper(ReserveRequest request) {
        return eager.reserve(request) instanceof ReserveAnswer.Reserved kept
                ? Optional.of(reservation(request, kept.reservedAt()))
                : Optional.empty();
    }

    public static Reservation reservation(ReserveRequest request, Instant reservedAt) {
        return new Reservation(request.id(), request.offer(), request.shopper(), request.units(), reservedAt);
    }

    /** A reservation that the counter has never heard of. */
    public static Reservation reservation(OfferId offer, long shopper, int units) {
        return new Reservation(
                new ReservationId(nextId()),
                offer,
                new AccountId(shopper),
                units,
                Instant.ofEpochMilli(1_780_000_000_000L));
    }

    public double calls(CounterScript script) {
        return meters.counter("stampede.stock.calls", "script", script.label()).count();
    }

    private SaleWindow onSale() {
        var now = clock.instant();
        return new SaleWindow(now.minusSeconds(60), now.plusSeconds(3600));
    }

    /** {@code scripts/servers} makes the schema when it starts MariaDB. */
    private static HikariDataSource dataSource() {
        var config = new HikariConfig();
        config.setJdbcUrl(
                setting("STAMPEDE_DB_URL", "jdbc:mysql://127.0.0.1:20306/stampede")
                        + "_bench?rewriteBatchedStatements=true&cachePrepStmts=true&useServerPrepStmts=false&useLocalSessionState=true&characterEncoding=UTF-8");
        config.setUsername(setting("STAMPEDE_DB_USER", "stampede"));
        config.setPassword(setting("STAMPEDE_DB_PASSWORD", "stampede"));
        config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
        config.setMinimumIdle(0);
        return new HikariDataSource(config);
    }

    /** A counter whose Redis is away: nobody listens on that port. */
    public StockCounter counterWithoutRedis() {
        return counterBy(1);
    }

    /** A counter that finds Redis at this port, and does not wait for long. */
    public StockCounter counterBy(int port) {
        var properties = new CounterProperties(Duration.ofMillis(200), Duration.ofSeconds(10), 64);
        return new StockCounter(
                new CounterRedis(connections("127.0.0.1", port), properties, meters, ForkJoinPool.commonPool()),
                properties,
                new CounterEventPublisher(events::add),
                live,
                ForkJoinPool.commonPool());
    }

    /** Where Redis is, or one of several. */
    public int redisPort() {
        return redis().getPort();
    }

    /** As the shop's settings say: one server, Sentinels that know it, or a cluster, which has one database only. */
    private static RedisConnectionFactory connections() {
        var context = new AnnotationConfigApplicationContext();
        context.getEnvironment()
                .getPropertySources()
                .addFirst(new MapPropertySource(
                        "workbench",
                        Map.of(
                                "spring.data.redis.url",
                                redis() + "/" + REDIS_DATABASE,
                                "spring.data.redis.database",
                                REDIS_DATABASE)));
        context.register(DataRedisAutoConfiguration.class);
        context.refresh();
        return context.getBean(RedisConnectionFactory.class);
    }

    private static URI redis() {
        return URI.create(setting("STAMPEDE_REDIS_URL", "redis://127.0.0.1:20379"));
    }

    private static LettuceConnectionFactory connections(String host, int port) {
        var server = new RedisStandaloneConfiguration(host, port);
        server.setDatabase(REDIS_DATABASE);
        var connections = new LettuceConnectionFactory(server);
        connections.afterPropertiesSet();
        connections.start();
        return connections;
    }

    private static String setting(String name, String otherwise) {
        return System.getenv().getOrDefault(name, otherwise);
    }
}
