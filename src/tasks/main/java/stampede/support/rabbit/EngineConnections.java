package stampede.support.rabbit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.beans.factory.annotation.Qualifier;

/** The engine's own connections to RabbitMQ, not the application's. */
@Documented
@Qualifier(EngineConnections.BEAN)
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.PARAMETER)
public @interface EngineConnections {

    /** An application that has a bean of this name decides by itself how the engine connects. */
    String BEAN = "stampedeRabbitConnectionFactory";
}
