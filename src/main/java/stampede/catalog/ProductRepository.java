package stampede.catalog;

import java.util.Collection;
import java.util.List;
import org.springframework.data.repository.Repository;

interface ProductRepository extends Repository<StoredProduct, Long> {

    List<StoredProduct> saveAllAndFlush(Iterable<StoredProduct> products);

    List<StoredProduct> findByIdIn(Collection<Long> ids);

    List<StoredProduct> findBySellerIdOrderById(long sellerId);
}
