package stampede.alipaysandbox;

import jakarta.servlet.http.HttpServletRequest;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RequestParam;
import tools.jackson.databind.json.JsonMapper;

/** Alipay's one address: answers servers in signed JSON, and sends browsers to the cashier. */
@Controller
class GatewayController {

    private static final MediaType ANSWER = MediaType.parseMediaType("text/html;charset=utf-8");

    private final RequestVerifier check;
    private final GatewayMethods methods;
    private final PayPageReader payPage;
    private final SandboxBills bills;
    private final Faults faults;
    private final SandboxKeys keys;
    private final JsonMapper json;

    GatewayController(
            RequestVerifier check,
            GatewayMethods methods,
            PayPageReader payPage,
            SandboxBills bills,
            Faults faults,
            SandboxKeys keys,
            JsonMapper json) {
        this.check = check;
        this.methods = methods;
        this.payPage = payPage;
        this.bills = bills;
        this.faults = faults;
        this.keys = keys;
        this.json = json;
    }

    @RequestMapping(
            path = "/gateway.do",
            method = {RequestMethod.GET, RequestMethod.POST},
            params = "method=alipay.trade.page.pay")
    String payPage(HttpServletRequest request) {
        return "redirect:/cashier/"
                + payPage.open(check.check(request.getParameterMap())).id();
    }

    /** Plays the phone's app: takes what the shop handed to it to the cashier. */
    @PostMapping("/app")
    String app(@RequestParam String orderString) {
        return "redirect:/cashier/" + payPage.open(check.check(orderString)).id();
    }

    @RequestMapping(
            path = "/gateway.do",
            method = {RequestMethod.GET, RequestMethod.POST})
    ResponseEntity<String> answer(HttpServletRequest request) {
        var method = request.getParameter("method") == null ? "" : request.getParameter("method");
        try {
            var checked = check.check(request.getParameterMap());
            var order = methods.order(checked);
            if (faults.hit(FaultKind.ERROR_500, order, method).isPresent()) {
                return ResponseEntity.internalServerError().body("");
            }
            var answer = answer(checked, order);
            return faults.hit(FaultKind.ANSWER_LOST, order, method)
                    .map(GatewayController::silence)
                    .orElseGet(() -> sent(method, answer, true));
        } catch (GatewayRefused refused) {
            return sent(method, refusal(refused), !refused.toAStranger());
        }
    }

    private Map<String, String> answer(GatewayRequest request, String order) {
        var refused = faults.hit(FaultKind.REFUSE, order, request.method());
        if (refused.isPresent()) {
            throw GatewayRefused.business(
                    refused.get().code().orElse("ACQ.SELLER_BALANCE_NOT_ENOUGH"), "故障注入 / a fault");
        }
        if (faults.hit(FaultKind.SYSTEM_ERROR, order, request.method()).isPresent()) {
            if (faults.coin()) {
                success(request);
            }
            throw faults.coin()
                    ? new GatewayRefused("20000", "isp.unknow-error", "系统繁忙 / system busy")
                    : GatewayRefused.business("ACQ.SYSTEM_ERROR", "系统错误 / system error");
        }
        return success(request);
    }

    private Map<String, String> success(GatewayRequest request) {
        var answer = new LinkedHashMap<String, String>();
        answer.put("code", "10000");
        answer.put("msg", "Success");
        try {
            answer.putAll(methods.answer(request));
            return answer;
        } catch (GatewayRefused refused) {
            return refusal(refused);
        }
    }

    private static Map<String, String> refusal(GatewayRefused refused) {
        var answer = new LinkedHashMap<String, String>();
        answer.put("code", refused.code());
        answer.put("msg", refused.title());
        answer.put("sub_code", refused.subCode());
        answer.put("sub_msg", refused.words());
        return answer;
    }

    /** Waits as long as the fault says, then promises more than it sends and hangs up: to the shop, the line is cut. */
    private static ResponseEntity<String> silence(FaultRule lost) {
        try {
            Thread.sleep(lost.waitMs().orElse(0L));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return ResponseEntity.ok()
                .contentType(ANSWER)
                .contentLength(4_000)
                .header(HttpHeaders.CONNECTION, "close")
                .body("{");
    }

    /** What is signed is the inner text exactly as it is sent. */
    private ResponseEntity<String> sent(String method, Map<String, String> answer, boolean signed) {
        var inner = json.writeValueAsString(answer);
        var name = json.writeValueAsString(method.replace('.', '_') + "_response");
        var sign = signed ? ",\"sign\":\"" + Rsa2Signatures.sign(inner, keys.signing()) + "\"" : "";
        return ResponseEntity.ok().contentType(ANSWER).body("{" + name + ":" + inner + sign + "}");
    }

    @GetMapping("/bills/{day}/{proof}.zip")
    ResponseEntity<byte[]> bill(@PathVariable LocalDate day, @PathVariable String proof) {
        if (!bills.proves(day, proof)) {
            return ResponseEntity.status(HttpStatus.FORBIDDEN).build();
        }
        return ResponseEntity.ok()
                .contentType(MediaType.APPLICATION_OCTET_STREAM)
                .body(bills.zip(day));
    }
}
