package stampede.desk;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.servlet.ModelAndView;

/** The pages for what the desk's forms refuse. None is logged: they are part of its work. */
@ControllerAdvice
class DeskExceptionHandler {

    @ExceptionHandler
    ModelAndView savedMeanwhile(EditConflict conflict) {
        return new ModelAndView("desk/conflict", HttpStatus.CONFLICT).addObject("conflict", conflict);
    }

    @ExceptionHandler
    ModelAndView filterLost(FilterLost lost) {
        return new ModelAndView("desk/filter-lost", HttpStatus.CONFLICT);
    }

    @ExceptionHandler
    ModelAndView tooManyChosen(TooManyChosen tooMany) {
        return new ModelAndView("desk/too-many", HttpStatus.UNPROCESSABLE_CONTENT).addObject("most", tooMany.most());
    }
}
