package stampede.catalog.store;

import java.util.Collection;
import java.util.List;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.repository.Repository;

public interface ProductRepository extends Repository<ProductEntity, Long> {

    List<ProductEntity> saveAllAndFlush(Iterable<ProductEntity> products);

    List<ProductEntity> findByIdIn(Collection<Long> ids);

    @Query("""
            select p from ProductEntity p
             where p.sellerId = :sellerId
               and not exists (select 1 from OfferEntity o where o.product = p and o.kind = COUPON)
             order by p.id
            """)
    List<ProductEntity> goodsOf(long sellerId);
}
