package stampede.catalog.store;

import java.util.Collection;
import java.util.List;
import org.springframework.data.repository.Repository;

public interface ProductRepository extends Repository<ProductEntity, Long> {

    List<ProductEntity> saveAllAndFlush(Iterable<ProductEntity> products);

    List<ProductEntity> findByIdIn(Collection<Long> ids);

    List<ProductEntity> findBySellerIdOrderById(long sellerId);
}
