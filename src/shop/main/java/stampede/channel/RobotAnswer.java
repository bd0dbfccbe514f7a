package stampede.channel;

import java.util.OptionalLong;
import java.util.function.LongFunction;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a robot of a chat answered: it has the message only if the status is 200 and {@code errcode} is 0.
 *
 * @param code empty if there is none
 */
record RobotAnswer(OutboundHttp.Answer answer, OptionalLong code) {

    static RobotAnswer read(JsonMapper json, OutboundHttp.Answer answer) {
        if (answer.status() != 200) {
            return new RobotAnswer(answer, OptionalLong.empty());
        }
        try {
            var code = json.readTree(answer.body()).path("errcode");
            return new RobotAnswer(
                    answer, code.isIntegralNumber() ? OptionalLong.of(code.asLong()) : OptionalLong.empty());
        } catch (JacksonException garbled) {
            return new RobotAnswer(answer, OptionalLong.empty());
        }
    }

    /** @param causes what a code other than 0 means */
    DeliveryResult result(LongFunction<DeliveryCause> causes) {
        if (code.isPresent()) {
            return answer.result(code.getAsLong() == 0 ? DeliveryCause.OK : causes.apply(code.getAsLong()));
        }
        return answer.result(answer.cause() == DeliveryCause.OK ? DeliveryCause.NOT_TAKEN : answer.cause());
    }
}
