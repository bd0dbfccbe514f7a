package stampede.draft;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import stampede.account.AccountId;
import stampede.account.Scope;
import stampede.catalog.OfferId;
import stampede.catalog.OfferState;
import stampede.catalog.ProductId;
import stampede.catalog.SaleWindow;
import stampede.catalog.SlotId;
import stampede.money.Money;

/** The table of drafts, and what a draft has to know of products, slots and offers. What is out of a seller's scope is not there. */
@Repository
class OfferDraftRepository {

    private static final String SELECT =
            "select offer_draft.*, product.name from offer_draft join product on product.id = offer_draft.product_id";

    private static final String MINE = " and (:seller = 0 or offer_draft.seller_id = :seller)";

    private final JdbcClient sql;

    OfferDraftRepository(JdbcClient sql) {
        this.sql = sql;
    }

    void add(OfferDraft draft) {
        sql.sql("""
                insert into offer_draft (id, seller_id, product_id, opens_ms, closes_ms, price_fen, units,
                                         limit_per_shopper, limit_per_address, state, version, made_by, made_ms)
                values (:id, :seller, :product, :opens, :closes, :price, :units, :limit, :addressLimit, 'DRAFT', 0, :by, :at)
                """)
                .params(DraftColumns.of(draft.terms()))
                .param("id", draft.id().value())
                .param("seller", draft.seller().value())
                .param("by", draft.madeBy())
                .param("at", draft.madeAt().toEpochMilli())
                .update();
    }

    Optional<OfferDraft> find(DraftId draft, Scope scope) {
        return sql.sql(SELECT + " where offer_draft.id = :id" + MINE)
                .param("id", draft.value())
                .param("seller", DraftColumns.seller(scope))
                .query(OfferDraftRepository::draft)
                .optional();
    }

    /** The same; nobody else moves it before the caller's transaction ends. */
    @Transactional(propagation = Propagation.MANDATORY)
    public Optional<OfferDraft> lock(DraftId draft, Scope scope) {
        sql.sql("select id from offer_draft where id = :id" + MINE + " for update")
                .param("id", draft.value())
                .param("seller", DraftColumns.seller(scope))
                .query(Long.class)
                .list();
        return find(draft, scope);
    }

    /** Holds all drafts of a seller with that window, in one order for everybody. */
    @Transactional(propagation = Propagation.MANDATORY)
    public void lockWindow(AccountId seller, SaleWindow window) {
        sql.sql("""
                select id from offer_draft force index (offer_draft_window)
                 where seller_id = :seller and opens_ms = :opens and closes_ms = :closes order by id for update
                """)
                .params(DraftColumns.of(window))
                .param("seller", seller.value())
                .query(Long.class)
                .list();
    }

    void change(OfferDraft draft, DraftProduct product, DraftTerms terms) {
        sql.sql("""
                update offer_draft
                   set seller_id = :seller, product_id = :product, opens_ms = :opens, closes_ms = :closes,
                       price_fen = :price, units = :units, limit_per_shopper = :limit,
                       limit_per_address = :addressLimit, version = version + 1
                 where id = :id
                """)
                .params(DraftColumns.of(terms))
                .param("seller", product.seller().value())
                .param("id", draft.id().value())
                .update();
    }

    void delete(OfferDraft draft) {
        sql.sql("delete from offer_draft where id = :id")
                .param("id", draft.id().value())
                .update();
    }

    void submit(OfferDraft draft, Instant at) {
        sql.sql("update offer_draft set state = 'PENDING', submitted_ms = :at, version = version + 1 where id = :id")
                .param("at", at.toEpochMilli())
                .param("id", draft.id().value())
                .update();
    }

    void recall(OfferDraft draft) {
        sql.sql("update offer_draft set state = 'DRAFT', version = version + 1 where id = :id")
                .param("id", draft.id().value())
                .update();
    }

    void reject(OfferDraft draft, String words) {
        sql.sql("update offer_draft set state = 'DRAFT', words = :words, version = version + 1 where id = :id")
                .param("words", words)
                .param("id", draft.id().value())
                .update();
    }

    void publish(OfferDraft draft, OfferId offer) {
        sql.sql("update offer_draft set state = 'PUBLISHED', offer_id = :offer, version = version + 1 where id = :id")
                .param("offer", offer.value())
                .param("id", draft.id().value())
                .update();
    }

    /** How many drafts of a seller are not published yet. */
    int countOpen(AccountId seller) {
        return sql.sql("select count(*) from offer_draft where seller_id = :seller and state in ('DRAFT', 'PENDING')")
                .param("seller", seller.value())
                .query(Integer.class)
                .single();
    }

    List<OfferDraft> newest(OfferState state, Scope scope, long below, int most) {
        return sql.sql(SELECT + " where offer_draft.state = :state and offer_draft.id < :below" + MINE
                        + " order by offer_draft.id desc limit :most")
                .param("state", state.name())
                .param("below", below)
                .param("most", most)
                .param("seller", DraftColumns.seller(scope))
                .query(OfferDraftRepository::draft)
                .list();
    }

    int count(OfferState state, Scope scope) {
        return sql.sql("select count(*) from offer_draft where state = :state" + MINE)
                .param("state", state.name())
                .param("seller", DraftColumns.seller(scope))
                .query(Integer.class)
                .single();
    }

    /** How many offers of a seller there are in a window, those to be approved among them. */
    int countInWindow(AccountId seller, SaleWindow window) {
        return sql.sql("""
                select (select count(*) from slot
                          join offer on offer.slot_id = slot.id and offer.state = 'PUBLISHED'
                          join product on product.id = offer.product_id and product.seller_id = :seller
                         where slot.opens_ms = :opens and slot.closes_ms = :closes)
                     + (select count(*) from offer_draft
                         where seller_id = :seller and opens_ms = :opens and closes_ms = :closes and state = 'PENDING')
                """)
                .params(DraftColumns.of(window))
                .param("seller", seller.value())
                .query(Integer.class)
                .single();
    }

    /** Whether the product is or was in that slot. */
    boolean isInSlot(ProductId product, SaleWindow window) {
        return sql.sql("""
                select count(*) from slot join offer on offer.slot_id = slot.id and offer.product_id = :product
                 where slot.opens_ms = :opens and slot.closes_ms = :closes
                """)
                        .params(DraftColumns.of(window))
                        .param("product", product.value())
                        .query(Integer.class)
                        .single()
                > 0;
    }

    Optional<SlotId> slot(SaleWindow window) {
        return sql.sql("select id from slot where opens_ms = :opens and closes_ms = :closes")
                .params(DraftColumns.of(window))
                .query(Long.class)
                .optional()
                .map(SlotId::new);
    }

    /** The windows of slots that open after an instant, earliest first. */
    List<SaleWindow> slotsOpeningAfter(Instant instant, int most) {
        return slots("opens_ms >= :instant", instant, most);
    }

    /** The windows of slots that end after an instant, earliest first. */
    List<SaleWindow> slotsEndingAfter(Instant instant, int most) {
        return slots("closes_ms > :instant", instant, most);
    }

    /** The slot of all coupons is none. */
    private List<SaleWindow> slots(String condition, Instant instant, int most) {
        return sql.sql("select opens_ms, closes_ms from slot where opens_ms > 0 and " + condition
                        + " order by opens_ms, closes_ms limit :most")
                .param("instant", instant.toEpochMilli())
                .param("most", most)
                .query((row, number) -> DraftColumns.window(row))
                .list();
    }

    /** A product that is no coupon. */
    Optional<DraftProduct> product(ProductId product, Scope scope) {
        return sql.sql("""
                select * from product
                 where id = :id and (:seller = 0 or seller_id = :seller)
                   and product.state = 'ACTIVE'
                   and not exists (select 1 from offer where offer.product_id = product.id and offer.kind = 'COUPON')
                """)
                .param("id", product.value())
                .param("seller", DraftColumns.seller(scope))
                .query(OfferDraftRepository::product)
                .optional();
    }

    /**
     * Products that somebody means by a word: those of this key, or those of this name if none has the key. A username and a slash before
     * it say whose. A few are enough to know that there are several.
     */
    List<DraftProduct> productsCalled(String word, Scope scope) {
        var slash = word.indexOf('/');
        return Stream.of(
                        called("sku = :word", word, "", scope),
                        called("(name_zh = :word or name_en = :word)", word, "", scope),
                        slash < 0 ? List.<DraftProduct>of() : ofSeller(word, slash, scope))
                .filter(found -> !found.isEmpty())
                .findFirst()
                .orElse(List.of());
    }

    private List<DraftProduct> ofSeller(String word, int slash, Scope scope) {
        return called(
                "sku = :word",
                word.substring(slash + 1).strip(),
                word.substring(0, slash).strip(),
                scope);
    }

    private List<DraftProduct> called(String condition, String word, String seller, Scope scope) {
        return sql.sql("select * from product where " + condition + """
                   and (:seller = 0 or seller_id = :seller)
                   and (:username = '' or seller_id = (select id from account where username = :username))
                   and product.state = 'ACTIVE'
                   and not exists (select 1 from offer where offer.product_id = product.id and offer.kind = 'COUPON')
                 order by id desc limit 3
                """)
                .param("word", word)
                .param("seller", DraftColumns.seller(scope))
                .param("username", seller)
                .query(OfferDraftRepository::product)
                .list();
    }

    /** At most so many products of a seller, newest first. */
    List<DraftProduct> products(AccountId seller, int most) {
        return sql.sql("""
                select * from product
                 where seller_id = :seller
                   and product.state = 'ACTIVE'
                   and not exists (select 1 from offer where offer.product_id = product.id and offer.kind = 'COUPON')
                 order by id desc limit :most
                """)
                .param("seller", seller.value())
                .param("most", most)
                .query(OfferDraftRepository::product)
                .list();
    }

    /** The terms of an offer that is or was published, to be copied. */
    Optional<DraftTerms> termsOf(OfferId offer, Scope scope) {
        return sql.sql("""
                select offer.product_id, slot.opens_ms, slot.closes_ms, offer.price_fen, offer.allotment as units,
                       offer.limit_per_shopper, offer.limit_per_address
                  from offer join slot on slot.id = offer.slot_id join product on product.id = offer.product_id
                 where offer.id = :id and offer.kind = 'GOODS' and (:seller = 0 or product.seller_id = :seller)
                """)
                .param("id", offer.value())
                .param("seller", DraftColumns.seller(scope))
                .query((row, number) -> DraftColumns.terms(row))
                .optional();
    }

    static OfferDraft draft(ResultSet row, int number) throws SQLException {
        var submitted = row.getLong("submitted_ms");
        var offer = row.getLong("offer_id");
        return new OfferDraft(
                new DraftId(row.getLong("id")),
                new AccountId(row.getLong("seller_id")),
                row.getString("name"),
                DraftColumns.terms(row),
                OfferState.valueOf(row.getString("state")),
                row.getLong("version"),
                row.getString("words"),
                row.getString("made_by"),
                Instant.ofEpochMilli(row.getLong("made_ms")),
                submitted == 0 ? Optional.empty() : Optional.of(Instant.ofEpochMilli(submitted)),
                offer == 0 ? Optional.empty() : Optional.of(new OfferId(offer)));
    }

    private static DraftProduct product(ResultSet row, int number) throws SQLException {
        return new DraftProduct(
                new ProductId(row.getLong("id")),
                new AccountId(row.getLong("seller_id")),
                row.getString("name"),
                row.getString("description_html"),
                row.getString("picture"),
                new Money(row.getLong("list_price_fen")));
    }
}
