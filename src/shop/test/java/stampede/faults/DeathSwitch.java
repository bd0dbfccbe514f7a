package stampede.faults;

import java.lang.reflect.Method;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.PayloadApplicationEvent;
import stampede.alipay.Alipay;
import stampede.counter.CounterCloser;
import stampede.counter.StockCounter;
import stampede.order.OrderPlaced;
import stampede.order.PlaceOrder;
import stampede.order.TradeCloser;
import stampede.support.clock.WallClock;
import stampede.task.Delivery;
import stampede.task.Tasks;

/**
 * Makes a shop die at {@linkplain DeathPoint named points} when it is told to, and its machine's clock wrong by {@code faults.clock-offset}.
 * The shop's own code knows nothing of it: its beans are wrapped.
 */
final class DeathSwitch
        implements ApplicationContextInitializer<ConfigurableApplicationContext>,
                BeanPostProcessor,
                ApplicationListener<PayloadApplicationEvent<OrderPlaced>> {

    /** Redis hears of orders from others too; only the thread that has just stored some is between commit and ack. */
    private final ThreadLocal<Boolean> hasCommitted = ThreadLocal.withInitial(() -> false);

    private Path directory = Path.of("/nonexistent");
    private Duration clockOffset = Duration.ZERO;

    @Override
    public void initialize(ConfigurableApplicationContext context) {
        var settings = context.getEnvironment();
        directory = Path.of(settings.getRequiredProperty("faults.directory"));
        clockOffset = Duration.parse(settings.getProperty("faults.clock-offset", "PT0S"));
        context.getBeanFactory().addBeanPostProcessor(this);
        context.addApplicationListener(this);
    }

    @Override
    public void onApplicationEvent(PayloadApplicationEvent<OrderPlaced> placed) {
        DeathPoint.AFTER_COMMIT.reached(directory);
        hasCommitted.set(true);
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        if (bean instanceof WallClock wall) {
            return (WallClock) () -> wall.millis() + clockOffset.toMillis();
        }
        if (bean instanceof StockCounter) {
            return wrapped(bean, true, this::counting);
        }
        if (bean instanceof Tasks) {
            return wrapped(bean, false, this::publishing);
        }
        if (bean instanceof CounterCloser) {
            return wrapped(bean, true, this::settling);
        }
        if (bean instanceof TradeCloser) {
            return wrapped(bean, false, this::closing);
        }
        return bean instanceof Alipay ? wrapped(bean, false, this::refunding) : bean;
    }

    private Object counting(MethodInvocation call) throws Throwable {
        var answer = call.proceed();
        if (isOf(call, "reserve")) {
            DeathPoint.AFTER_RESERVATION.reached(directory);
        } else if (isOf(call, "settle") && hasCommitted.get()) {
            hasCommitted.remove();
            DeathPoint.BEFORE_ACK.reached(directory);
        }
        return answer;
    }

    /** Whoever publishes gets the answer that is passed on here. */
    @SuppressWarnings("FutureReturnValueIgnored")
    private Object publishing(MethodInvocation call) throws Throwable {
        var isOrder = isOf(call, "publish") && call.getArguments()[0] instanceof PlaceOrder;
        if (!isOrder) {
            return call.proceed();
        }
        DeathPoint.BEFORE_PUBLISH.reached(directory);
        @SuppressWarnings("unchecked")
        var published = (CompletableFuture<Delivery>) call.proceed();
        return published.whenComplete((delivery, failure) -> {
            if (delivery == Delivery.CONFIRMED) {
                DeathPoint.AFTER_PUBLISH.reached(directory);
            }
        });
    }

    private Object settling(MethodInvocation call) throws Throwable {
        if (isOf(call, "drop")) {
            DeathPoint.AFTER_SETTLED.reached(directory);
        }
        var answer = call.proceed();
        if (isOf(call, "settle")) {
            DeathPoint.BEFORE_SETTLED.reached(directory);
        }
        return answer;
    }

    private Object closing(MethodInvocation call) throws Throwable {
        DeathPoint.AFTER_CLOSING.reached(directory);
        var answers = call.proceed();
        DeathPoint.BEFORE_CLOSED.reached(directory);
        return answers;
    }

    private Object refunding(MethodInvocation call) throws Throwable {
        var answer = call.proceed();
        if (isOf(call, "refund")) {
            DeathPoint.AFTER_REFUND.reached(directory);
        }
        return answer;
    }

    private static boolean isOf(MethodInvocation call, String name) {
        Method method = call.getMethod();
        return method.getName().equals(name);
    }

    private static Object wrapped(Object bean, boolean asItsClass, MethodInterceptor around) {
        var proxy = new ProxyFactory(bean);
        proxy.setProxyTargetClass(asItsClass);
        proxy.addAdvice(around);
        return proxy.getProxy(bean.getClass().getClassLoader());
    }
}
