package stampede.console.find;

import com.google.common.base.Ascii;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.springframework.context.MessageSource;
import org.springframework.stereotype.Component;
import stampede.account.Duty;
import stampede.account.Scope;
import stampede.account.SignedIn;
import stampede.desk.DeskPage;
import stampede.draft.OfferSearchRepository;
import stampede.listing.ListField;
import stampede.listing.ListQuery;
import stampede.listing.ListSort;
import stampede.listing.ListSpec;
import stampede.product.ProductSearchRepository;
import stampede.setting.Settings;
import stampede.staff.AccountRecords;

/** Looks for a word in the names of pages, products, offers, accounts and settings; of each kind it tells the first few. */
@Component
class WordFinder {

    static final int MOST_OF_A_KIND = 8;

    private static final Scope ALL = new Scope.All();

    private final ProductSearchRepository products;
    private final OfferSearchRepository offers;
    private final AccountRecords accounts;
    private final Settings settings;
    private final MessageSource messages;

    WordFinder(
            ProductSearchRepository products,
            OfferSearchRepository offers,
            AccountRecords accounts,
            Settings settings,
            MessageSource messages) {
        this.products = products;
        this.offers = offers;
        this.accounts = accounts;
        this.settings = settings;
        this.messages = messages;
    }

    /** What is theirs to see, by kind. */
    List<FindHit> hits(String word, SignedIn operator, Locale language) {
        return Stream.of(
                        pages(word, operator, language),
                        products(word, language),
                        offers(word),
                        operator.may(Duty.ADMIN) ? accounts(word) : Stream.<FindHit>empty(),
                        operator.may(Duty.ADMIN) ? settings(word, language) : Stream.<FindHit>empty())
                .flatMap(kind -> kind.limit(MOST_OF_A_KIND))
                .toList();
    }

    private Stream<FindHit> pages(String word, SignedIn operator, Locale language) {
        return Arrays.stream(DeskPage.values())
                .filter(page -> operator.may(page.duty()))
                .map(page -> new FindHit(FindHit.Kind.PAGE, said("desk.page." + page, language), page.path()))
                .filter(hit -> speaksOf(word, hit.label()));
    }

    private Stream<FindHit> products(String word, Locale language) {
        return products.page(ALL, query(word, "p.id")).rows().stream()
                .map(line -> new FindHit(
                        FindHit.Kind.PRODUCT,
                        line.name(language),
                        "/console/products/" + line.product().id()));
    }

    private Stream<FindHit> offers(String word) {
        return offers.page(query(word, "o.id"), ALL).rows().stream()
                .map(line -> new FindHit(FindHit.Kind.OFFER, line.name(), "/console/offers/" + line.id()));
    }

    private Stream<FindHit> accounts(String word) {
        return accounts.page(query(word, "id")).rows().stream()
                .map(account -> new FindHit(
                        FindHit.Kind.ACCOUNT, "@" + account.username(), "/console/accounts/" + account.id()));
    }

    private Stream<FindHit> settings(String word, Locale language) {
        return settings.all().stream()
                .map(setting -> setting.declaration().name())
                .filter(name -> speaksOf(word, name) || speaksOf(word, said("setting." + name, language)))
                .map(name -> new FindHit(
                        FindHit.Kind.SETTING, said("setting." + name, language), "/console/settings/" + name));
    }

    private static ListQuery query(String word, String key) {
        var spec = new ListSpec("", "", List.of(ListField.text("text")), List.of(ListSort.by("newest", key)));
        return ListQuery.of(spec, Map.of("text", new String[] {word}), ZoneOffset.UTC);
    }

    private static boolean speaksOf(String word, String words) {
        return Ascii.toLowerCase(words).contains(Ascii.toLowerCase(word));
    }

    private String said(String key, Locale language) {
        return messages.getMessage(key, null, language);
    }
}
