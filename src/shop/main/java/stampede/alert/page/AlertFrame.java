package stampede.alert.page;

import org.springframework.stereotype.Component;
import org.thymeleaf.spring6.view.ThymeleafViewResolver;
import stampede.alert.AlertBoard;

/** What the frame around the console says of alerts; {@code alertBoard} in templates. */
@Component
class AlertFrame {

    AlertFrame(ThymeleafViewResolver views, AlertBoard board) {
        views.addStaticVariable("alertBoard", board);
    }
}
