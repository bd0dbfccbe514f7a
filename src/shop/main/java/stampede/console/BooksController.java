package stampede.console;

import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.server.ResponseStatusException;
import stampede.account.Duty;
import stampede.account.Needs;
import stampede.books.BooksCheck;
import stampede.catalog.OfferId;

/** The proof of an offer's books, made when it is asked for: it reads every order and reservation of the offer. */
@Controller
class BooksController {

    private final SaleRowReader rows;
    private final BooksCheck books;

    BooksController(SaleRowReader rows, BooksCheck books) {
        this.rows = rows;
        this.books = books;
    }

    @Needs(Duty.SEE)
    @GetMapping("/console/offers/{offer}/books")
    String books(@PathVariable OfferId offer, Model model) {
        model.addAttribute("row", rows.of(offer).orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND)));
        model.addAttribute("report", books.check(offer));
        return "console/books";
    }
}
