package stampede.catalog.store;

import jakarta.persistence.LockModeType;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.data.jpa.repository.Lock;
import org.springframework.data.jpa.repository.Modifying;
import org.springframework.data.jpa.repository.NativeQuery;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.repository.Repository;

public interface ProductRepository extends Repository<ProductEntity, Long> {

    List<ProductEntity> saveAllAndFlush(Iterable<ProductEntity> products);

    void delete(ProductEntity product);

    void flush();

    List<ProductEntity> findByIdIn(Collection<Long> ids);

    /** The product, if it is this seller's where one is named, and no coupon's. */
    @Query("""
            select p from ProductEntity p
             where p.id = :id and (:sellerId is null or p.sellerId = :sellerId)
               and not exists (select 1 from OfferEntity o where o.product = p and o.kind = COUPON)
            """)
    Optional<ProductEntity> find(long id, @Nullable Long sellerId);

    /** The same, held until the transaction ends. */
    @Lock(LockModeType.PESSIMISTIC_WRITE)
    @Query("select p from ProductEntity p where p.id = :id and (:sellerId is null or p.sellerId = :sellerId)")
    Optional<ProductEntity> lock(long id, @Nullable Long sellerId);

    Optional<ProductEntity> findBySellerIdAndSku(long sellerId, String sku);

    @Modifying
    @NativeQuery("update product set pictures = :pictures where id = :id")
    void showPictures(long id, String pictures);

    @Query("""
            select p from ProductEntity p
             where p.sellerId = :sellerId and p.state = ACTIVE
               and not exists (select 1 from OfferEntity o where o.product = p and o.kind = COUPON)
             order by p.id
            """)
    List<ProductEntity> goodsOf(long sellerId);
}
