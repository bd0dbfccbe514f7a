package stampede.alipaysandbox;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.servlet.ModelAndView;

/** Tells a browser what was refused. Programs get theirs where they ask. */
@ControllerAdvice
class GatewayRefusedHandler {

    @ExceptionHandler
    @ResponseStatus(HttpStatus.CONFLICT)
    ModelAndView refuse(GatewayRefused refused) {
        return new ModelAndView("refused").addObject("refused", refused);
    }
}
