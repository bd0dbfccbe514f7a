package stampede.account;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.springframework.data.repository.Repository;

public interface AccountRepository extends Repository<Account, Long> {

    Account save(Account account);

    Optional<Account> findById(long id);

    Optional<Account> findByUsername(String username);

    List<Account> findByIdIn(Collection<Long> ids);
}
