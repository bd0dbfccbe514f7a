package stampede.draft;

import stampede.account.AccountId;
import stampede.catalog.ProductId;
import stampede.money.Money;

/**
 * A product that can be put on offer.
 *
 * @param id its id
 * @param seller whose it is
 * @param name as pages show it
 * @param descriptionHtml sanitised HTML
 * @param picture path of its picture under the site's root
 * @param listPrice the usual price of one unit
 */
public record DraftProduct(
        ProductId id, AccountId seller, String name, String descriptionHtml, String picture, Money listPrice) {}
