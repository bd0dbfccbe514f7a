package stampede.coupon;

import java.util.List;

/**
 * A part of a list of coupons.
 *
 * @param items what is on this page
 * @param page counts from 0
 * @param size how many a page has at most
 * @param total how many there are in all
 */
public record CouponPage<T>(List<T> items, int page, int size, long total) {}
